// SPDX-License-Identifier: Apache-2.0
// RKH: the predefined records of version 3, by group and event: name, and form of the arguments.
// Part of rkh_args.c.
//
// A form is a list of name:kind. Kinds: p address of an object, f of a function, s signal, i id, t
// timer ticks, b number of memory blocks, e number of queue elements, v event size, z block size
// (each in the size of TCFG); 1, 2, 4 bytes; $ string with its 0; m all remaining bytes. A letter
// after the kind requires a flag: S sender, Q queue minimum, P pool minimum.
enum { RECORDS_MAX = 21 };

typedef struct {
    const char *name, *form;
} record_t;

static const record_t records[][RECORDS_MAX] = {
    {// MP
     {"INIT", "pool:p blocks:b size:z"},
     {"GET", "pool:p free:b least:bP"},
     {"PUT", "pool:p free:b"}},
    {// QUE
     {"INIT", "queue:p active:p elements:e"},
     {"GET", "queue:p elements:e"},
     {"FIFO", "queue:p elements:e least:eQ"},
     {"LIFO", "queue:p elements:e least:eQ"},
     {"FULL", "queue:p"},
     {"DPT", "queue:p"},
     {"GET_LAST", "queue:p"}},
    {// SMA
     {"ACT", "active:p priority:1 queue:1"},
     {"TERM", "active:p priority:1"},
     {"GET", "active:p signal:s pool:1 refs:1 elements:e least:eQ"},
     {"FIFO", "active:p signal:s sender:pS pool:1 refs:1 elements:e least:eQ"},
     {"LIFO", "active:p signal:s sender:pS pool:1 refs:1 elements:e least:eQ"},
     {"REG", "active:p priority:1"},
     {"UNREG", "active:p priority:1"},
     {"DEFER", "queue:p signal:s"},
     {"RCALL", "active:p signal:s"}},
    {// SM
     {"INIT", "active:p state:p"},
     {"CLRH", "active:p history:p"},
     {"TRN", "active:p source:p target:p"},
     {"STATE", "active:p state:p"},
     {"ENSTATE", "active:p state:p"},
     {"EXSTATE", "active:p state:p"},
     {"NENEX", "active:p entries:1 exits:1"},
     {"NTRNACT", "active:p actions:1 segments:1"},
     {"TS_STATE", "active:p state:p"},
     {"EVT_PROC", "active:p"},
     {"EVT_NFOUND", "active:p signal:s"},
     {"GRD_FALSE", "active:p"},
     {"CND_NFOUND", "active:p"},
     {"UNKN_STATE", "active:p"},
     {"EX_HLEVEL", "active:p"},
     {"EX_TSEG", "active:p"},
     {"EXE_ACT", "type:1 active:p state:p action:f"},
     {"DCH", "active:p signal:s state:p"}},
    {// TMR
     {"INIT", "timer:p signal:s"},
     {"START", "timer:p active:p ticks:t period:t"},
     {"STOP", "timer:p ticks:t period:t"},
     {"TOUT", "timer:p signal:s active:p"},
     {"REM", "timer:p"}},
    {// FWK
     {"EN", ""},
     {"EX", ""},
     {"EPREG", "pool:1 storage:4 event:v blocks:b"},
     {"AE", "event:v signal:s pool:1 refs:1 used:b least:bP sender:p"},
     {"GC", "signal:s pool:1 refs:1"},
     {"GCR", "signal:s pool:1 refs:1 used:b least:bP sender:p"},
     {"OBJ", "object:p name:$"},
     {"SIG", "signal:s name:$"},
     {"FUN", "function:f name:$"},
     {"EXE_FUN", "function:f"},
     {"SYNC_EVT", "function:f sender:pS receiver:pS"},
     {"TUSR", "event:i name:$"},
     {"TCFG", "version:2 flags:4 sig_timestamp:1 ptr_ticks:1 blk_elem:1 event:1 size_pools:1 hz:2"},
     {"ASSERT", "module:$ line:2"},
     {"AO", "active:p name:$"},
     {"STATE", "active:p state:p name:$"},
     {"PSTATE", "active:p state:p name:$"},
     {"TIMER", "timer:p name:$"},
     {"EPOOL", "pool:1 name:$"},
     {"QUEUE", "queue:p name:$"},
     {"ACTOR", "actor:p name:$"}},
    {{NULL, NULL}}, // USR: format bytes give the types
    {               // UT: the test harness defines the arguments
     {"INIT", "bytes:m"},
     {"CLEANUP", "bytes:m"},
     {"VERIFY", "bytes:m"},
     {"IGNORE_GROUP", "bytes:m"},
     {"EXPECT", "bytes:m"},
     {"EXPECT_ANYARGS", "bytes:m"},
     {"IGNORE", "bytes:m"},
     {"IGNORE_ARG", "bytes:m"},
     {"SUCCESS", "bytes:m"},
     {"FAIL", "bytes:m"}},
};
