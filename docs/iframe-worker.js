// SPDX-License-Identifier: Apache-2.0
// The search of the site when it is opened from disk, where browsers give no page a worker: its script runs in a hidden frame instead.
'use strict';

class FrameWorker extends EventTarget {
  constructor(url) {
    super();
    const frame = document.createElement('iframe');
    frame.hidden = true;
    document.body.append(frame);
    this.frame = frame;
    this.window = frame.contentWindow;
    this.window.importScripts = (...urls) => urls.reduce((before, each) => before.then(() => this.load(each)), Promise.resolve());
    this.window.postMessage = (data) => {
      const event = new MessageEvent('message', {data: structuredClone(data)});
      this.dispatchEvent(event);
      if (this.onmessage) this.onmessage(event);
    };
    this.ready = this.load(url);
  }

  load(url) {
    return new Promise((done, failed) => {
      const script = this.window.document.createElement('script');
      script.onload = done;
      script.onerror = failed;
      script.src = url;
      this.window.document.body.append(script);
    });
  }

  postMessage(data) {
    this.ready.then(() => this.window.dispatchEvent(new MessageEvent('message', {data: structuredClone(data)})));
  }

  terminate() {
    this.frame.remove();
  }
}

if (location.protocol === 'file:') window.Worker = FrameWorker;
