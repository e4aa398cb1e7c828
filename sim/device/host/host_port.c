/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS on the host, in the virtual time of the device: the same program gives the same trace in
 * every run. Tasks are coroutines. Time passes with each basic block of the application
 * (-fsanitize-coverage=trace-pc), each access of the device and each character; ticks and the
 * unit's interrupt come between them and may switch tasks. The kernel itself takes no time. */
#include <stdarg.h>
#include <ucontext.h>

#include "FreeRTOS.h"
#include "task.h"

#include "soc.h"
#include "weir_device.h"
#undef printf
#undef __asm__

enum {
    BLOCK_CYCLES = 4,
    CHARACTER_CYCLES = 100,
    TICK_CYCLES = configCPU_CLOCK_HZ / configTICK_RATE_HZ,
    STACK_BYTES = 256 * 1024,
    EXTERNAL = 11 /* cause */
};

struct task {
    ucontext_t context;
    TaskFunction_t code;
    void *parameters;
    unsigned long masked;
};

extern void *volatile pxCurrentTCB; /* the kernel's */
void freertos_risc_v_application_interrupt_handler(uint32_t cause);

static struct weir_device *device;
static FILE *trace;
static unsigned long masked; /* depth */
static int running, in_handler;
static uint64_t next_tick;
static ucontext_t main_context;

static void fail(const char *what)
{
    fprintf(stderr, "%s failed\n", what);
    exit(1);
}

static void end(void)
{
    if (trace)
        fclose(trace);
    weir_device_free(device);
}

static void begin(void)
{
    const char *name = getenv("WEIR_TRACE");
    device = weir_device_new(&(struct weir_device_config){.preset = "small"});
    trace = fopen(name ? name : "trace.recTr", "wb");
    if (!device || !trace)
        fail("the start");
    atexit(end);
}

/* ---- Tasks */

static struct task *current(void) { return *(struct task **)*(StackType_t **)pxCurrentTCB; }

static void entry(void)
{
    struct task *task = current();
    task->code(task->parameters);
    fail("a task that ends");
}

StackType_t *pxPortInitialiseStack(StackType_t *top, TaskFunction_t code, void *parameters)
{
    struct task *task = calloc(1, sizeof *task);
    void *stack = malloc(STACK_BYTES);
    if (!task || !stack || getcontext(&task->context))
        fail("a stack");
    task->code = code;
    task->parameters = parameters;
    task->context.uc_stack.ss_sp = stack;
    task->context.uc_stack.ss_size = STACK_BYTES;
    makecontext(&task->context, entry, 0);
    *top = (StackType_t)task;
    return top;
}

/* The hart stores the running task's block: the snoop sees it. */
static void stored(void)
{
    weir_device_snoop(device, 0, (uint32_t)(uintptr_t)&pxCurrentTCB,
                      (uint32_t)(uintptr_t)pxCurrentTCB, 15);
}

void host_yield(void)
{
    struct task *from = current();
    vTaskSwitchContext();
    stored();
    struct task *to = current();
    if (from == to)
        return;
    from->masked = masked;
    masked = to->masked;
    swapcontext(&from->context, &to->context);
}

BaseType_t xPortStartScheduler(void)
{
    running = 1;
    masked = 0;
    next_tick = weir_device_cycle(device) + TICK_CYCLES;
    stored();
    swapcontext(&main_context, &current()->context);
    return 0;
}

void vPortEndScheduler(void) { running = 0; }

/* ---- Time and interrupts */

static void interrupts(void)
{
    int yields = 0;
    if (!running || masked || in_handler)
        return;
    in_handler = 1;
    if (weir_device_irq(device))
        freertos_risc_v_application_interrupt_handler(0x80000000u + EXTERNAL);
    if (weir_device_cycle(device) >= next_tick) {
        next_tick += TICK_CYCLES;
        yields = xTaskIncrementTick() != pdFALSE;
    }
    in_handler = 0;
    if (yields)
        host_yield();
}

static void pass(uint64_t cycles)
{
    if (!device)
        begin();
    weir_device_advance(device, cycles);
    interrupts();
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) { pass(BLOCK_CYCLES); }

unsigned long host_mask(void) { return masked++; }

void host_unmask(unsigned long before)
{
    masked = before;
    interrupts();
}

void host_enter(void) { masked++; }

void host_exit(void)
{
    if (masked)
        masked--;
    interrupts();
}

void host_store(uintptr_t address, uint32_t data)
{
    pass(0);
    weir_device_write(device, (uint32_t)(address - SOC_WEIR), data, 15);
}

uint32_t host_load(uintptr_t address)
{
    pass(0);
    return weir_device_read(device, (uint32_t)(address - SOC_WEIR));
}

/* ---- The SoC */

int soc_host(void *context, const void *bytes, size_t count)
{
    (void)context;
    return fwrite(bytes, 1, count, trace) == count ? 0 : 1;
}

void soc_check(int result, const char *what)
{
    if (result < 0)
        fail(what);
}

int host_printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int size = vprintf(format, arguments);
    va_end(arguments);
    pass((uint64_t)(size > 0 ? size : 0) * CHARACTER_CYCLES);
    return size;
}
