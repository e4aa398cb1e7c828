// SPDX-License-Identifier: Apache-2.0
// Writes go_all.fxt, every record that the Go module github.com/richiesams/fxt v0.7.0 can write.
package main

import "github.com/richiesams/fxt"

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	w, err := fxt.NewWriter("go_all.fxt")
	check(err)
	type args = map[string]interface{}
	check(w.AddProviderInfoRecord(1, "go"))
	check(w.AddProviderSectionRecord(1))
	check(w.AddInitializationRecord(1000000))
	check(w.SetProcessName(3, "process three"))
	check(w.SetThreadName(3, 45, "thread"))
	check(w.AddInstantEvent("category", "instant", 3, 45, 100))
	for i, value := range []interface{}{nil, int32(-5), uint32(4000000000), int64(-5000000000), uint64(1<<64 - 1), -1.5,
		"longer than one word", uintptr(0xdeadbeef), fxt.KernelObjectID(3), true} {
		check(w.AddInstantEventWithArgs("category", "argument", 3, 45, 101+uint64(i), args{"name": value}))
	}
	check(w.AddCounterEvent("category", "counter", 3, 45, 200, args{"level": int32(7)}, 9))
	check(w.AddDurationBeginEvent("category", "outer", 3, 45, 300))
	check(w.AddDurationEndEvent("category", "outer", 3, 45, 400))
	check(w.AddDurationCompleteEvent("category", "whole", 3, 45, 500, 600))
	check(w.AddAsyncBeginEvent("category", "async", 3, 45, 700, 111))
	check(w.AddAsyncInstantEvent("category", "async", 3, 45, 710, 111))
	check(w.AddAsyncEndEvent("category", "async", 3, 45, 720, 111))
	check(w.AddFlowBeginEvent("category", "flow", 3, 45, 800, 222))
	check(w.AddFlowStepEvent("category", "flow", 3, 46, 810, 222))
	check(w.AddFlowEndEvent("category", "flow", 3, 45, 820, 222))
	check(w.AddBlobRecord("blob", []byte("testing123"), 1))
	check(w.AddUserspaceObjectRecord("object", 3, 45, 0x1000, args{"size": uint32(12)}))
	check(w.AddContextSwitchRecord(2, 3, 45, 46, 900))
	check(w.AddContextSwitchRecordWithArgs(2, 2, 46, 45, 910, args{"incoming_weight": int32(-2147483648)}))
	check(w.AddThreadWakeupRecord(2, 46, 920))
	check(w.AddThreadWakeupRecordWithArgs(2, 46, 930, args{"weight": int32(5)}))
	check(w.AddProviderEventRecord(1, fxt.ProviderEventTypeBufferFilledUp))
	check(w.Close())
}
