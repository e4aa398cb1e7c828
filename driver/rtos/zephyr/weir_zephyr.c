/* SPDX-License-Identifier: Apache-2.0 */
/* The trace under Zephyr: start, drain, names, events. See weir_zephyr.h. */
#include "weir_zephyr.h"

#include <string.h>

#include <zephyr/init.h>
#include <zephyr/irq.h>
#include <zephyr/sys/printk.h>

#ifdef CONFIG_WEIR_SINK_UART
#include <zephyr/drivers/uart.h>
#endif
#ifdef CONFIG_PLIC
#include <zephyr/drivers/interrupt_controller/riscv_plic.h>
#endif

struct weir weir;
int weir_zephyr_result = WEIR_ESTATE;

/* ---- Locks of several CPUs */

#ifdef CONFIG_SMP
#define WEIR_FAIR_HARTS CONFIG_MP_MAX_NUM_CPUS
#define WEIR_FAIR_RELAX() arch_spin_relax()
#include "weir_fair.h"

uint32_t weir_zephyr_lock(void)
{
    const unsigned int key = arch_irq_lock();
    const unsigned me = arch_curr_cpu()->id;
    if (weir_fair_has(me))
        return (uint32_t)key << 1 | 1;
    weir_fair_take(me);
    return (uint32_t)key << 1;
}

void weir_zephyr_unlock(uint32_t before)
{
    if (!(before & 1))
        weir_fair_give(arch_curr_cpu()->id);
    arch_irq_unlock(before >> 1);
}
#endif

/* ---- Events of the kernel */

#if defined(CONFIG_WEIR_EVENTS) && defined(CONFIG_WEIR_WINDOW) && !defined(CONFIG_SMP)
static void aim(void) {}
#elif defined(CONFIG_WEIR_EVENTS) && defined(CONFIG_RISCV) && !defined(CONFIG_SMP)
static uint32_t nowhere[2];
uintptr_t weir_zephyr_port = (uintptr_t)nowhere;
static void aim(void)
{
    weir_zephyr_port = weir_port(&weir, WEIR_HART(), WEIR_CONTEXT_INTERRUPT);
}
#else
static volatile bool aimed;
static void aim(void) { aimed = true; }

void weir_zephyr_event(uint32_t id, uint32_t value)
{
    const unsigned int key = arch_irq_lock();
    if (aimed)
        weir_emit_fast_isr(&weir, (uint16_t)id, value);
    arch_irq_unlock(key);
}
#endif

/* `id` is a constant: one instruction with CONFIG_WEIR_HINT. */
#ifdef CONFIG_WEIR_EVENTS
#define EVENT(id, value) weir_zephyr_put(id, value)
#else
#define EVENT(id, value) weir_zephyr_event(id, value)
#endif

static uint32_t number_of(const struct k_thread *thread) { return (uint32_t)(uintptr_t)thread; }

/* ---- Names. The driver copies them, so threads may end. If the table is full, readers show the
 * number of the thread. */

static void name(const struct k_thread *thread)
{
    const char *const text = k_thread_name_get((k_tid_t)thread);
    /* Without a name, the memory may have been that of a thread with one. */
    if (weir_thread_name(&weir, number_of(thread), text ? text : "") < 0) {
    }
}

void weir_zephyr_created(struct k_thread *thread)
{
    name(thread);
    EVENT(WEIR_RTOS_THREAD_CREATE, number_of(thread));
}

void weir_zephyr_named(struct k_thread *thread) { name(thread); }

void weir_zephyr_deleted(struct k_thread *thread)
{
    EVENT(WEIR_RTOS_THREAD_DELETE, number_of(thread));
    weir_forget(&weir, number_of(thread));
}

/* ---- Interrupts. Zephyr's own functions call these; older ones with the depth of nesting as an
 * argument, which the names in assembly leave open. */

void weir_zephyr_isr_enter(void) __asm__("sys_trace_isr_enter_user");
void weir_zephyr_isr_exit(void) __asm__("sys_trace_isr_exit_user");
void weir_zephyr_idle(void) __asm__("sys_trace_idle_user");

void weir_zephyr_isr_enter(void) { EVENT(WEIR_RTOS_ISR_ENTER, WEIR_CAUSE()); }

/* All sources of a PLIC have one cause. The PLIC's driver knows which it was when it has run. */
void weir_zephyr_isr_exit(void)
{
    const uint32_t cause = WEIR_CAUSE();
#ifdef CONFIG_PLIC
    if (cause == (0x80000000u | RISCV_IRQ_MEXT))
        EVENT(WEIR_RTOS_IRQ, riscv_plic_get_irq());
#endif
    EVENT(WEIR_RTOS_ISR_EXIT, cause);
}

void weir_zephyr_idle(void) { EVENT(WEIR_RTOS_IDLE, 0); }

/* ---- Stacks */

#if defined(CONFIG_INIT_STACKS) && defined(CONFIG_THREAD_STACK_INFO)
static void stack_of(const struct k_thread *thread, void *unused)
{
    size_t free;
    (void)unused;
    if (k_thread_stack_space_get(thread, &free) == 0) {
        const uint32_t before = WEIR_LOCK();
        EVENT(WEIR_RTOS_STACK, number_of(thread));
        EVENT(WEIR_RTOS_STACK_FREE, (uint32_t)free);
        WEIR_UNLOCK(before);
    }
}

void weir_zephyr_stacks(void) { k_thread_foreach_unlocked(stack_of, NULL); }
#else
void weir_zephyr_stacks(void) {}
#endif

/* ---- User threads */

#ifdef CONFIG_WEIR_USERSPACE
/* The user port alone: the pages of the other ports stay closed. */
#define USER_PORT                                                                                  \
    (WEIR_BASE + WEIR_REG_HART + WEIR_REG_HART_STRIDE * CONFIG_WEIR_HART +                         \
     WEIR_REG_HART_PORT_STRIDE * WEIR_CONTEXT_USER_MODE)
struct k_mem_partition weir_zephyr_partition = {
    .start = USER_PORT,
    .size = WEIR_REG_HART_PORT_STRIDE,
    .attr = K_MEM_PARTITION_P_RW_U_RW,
};

static void open_to_users(void)
{
    if (weir.contexts == 3 &&
        k_mem_domain_add_partition(&k_mem_domain_default, &weir_zephyr_partition) != 0)
        printk("weir: the default memory domain has no partition left\n");
}
#else
static void open_to_users(void) {}
#endif

/* ---- Start */

#if DT_NODE_HAS_PROP(WEIR_ZEPHYR_NODE, weir_kernel_region)
/* zephyr/weir_kernel.ld took it out of .bss; nothing uses it before. */
static int clear_kernel(void)
{
    memset(&_kernel, 0, sizeof _kernel);
    return 0;
}
SYS_INIT(clear_kernel, EARLY, 0);
#endif

#if !defined(CONFIG_WEIR_SINK_APPLICATION) && !defined(CONFIG_WEIR_SINK_UART)
/* The ring is a trace without a sink. */
static int no_sink(void *context, const void *bytes, size_t count)
{
    (void)context, (void)bytes, (void)count;
    return 1;
}
#define SINK no_sink
#elif defined(CONFIG_WEIR_SINK_UART)
static int uart_sink(void *context, const void *bytes, size_t count)
{
    const struct device *const uart = DEVICE_DT_GET(DT_CHOSEN(weir_uart));
    (void)context;
    if (!device_is_ready(uart))
        return 1;
    for (size_t i = 0; i < count; i++)
        uart_poll_out(uart, ((const uint8_t *)bytes)[i]);
    return 0;
}
#define SINK uart_sink
#else
#define SINK weir_zephyr_sink
#endif

#define CLOCK_HZ DT_PROP(DT_CLOCKS_CTLR(WEIR_ZEPHYR_NODE), clock_frequency)
#define HAS_IRQ DT_IRQ_HAS_IDX(WEIR_ZEPHYR_NODE, 0)

/* Kernel's events first, then those of the application. */
#define KERNEL_EVENT(name_, id, text) WEIR_ZEPHYR_EVENT_NAME(kernel_##name_, id, text);
#ifdef CONFIG_WEIR_EVENTS
WEIR_RTOS_EVENTS(KERNEL_EVENT)
#endif

static struct weir_named names[CONFIG_WEIR_NAMES];
static struct weir_config config = {
    .base = WEIR_BASE,
    .sink = SINK,
    .names = names,
    .name_max = CONFIG_WEIR_NAMES,
};

/* A unit with a time base makes nanoseconds of any clock. Without one, a tick is a cycle, and flux
 * has names for clocks of 1, 10, 100 and so on. */
static const char *const cycles[] = {"s",    "ms100", "ms10",  "ms",   "us100",
                                     "us10", "us",    "ns100", "ns10", "ns"};

static int init(void)
{
    uint32_t hz = CLOCK_HZ;
    if (sizeof CONFIG_WEIR_UNIT > 1) {
        config.unit = CONFIG_WEIR_UNIT;
        return weir_init(&weir, &config);
    }
    config.unit = "ns";
    config.clock_hz = hz;
    const int result = weir_init(&weir, &config);
    if (result != WEIR_ENOTSUP && result != WEIR_EUNIT)
        return result;
    unsigned zeros = 0;
    for (; hz % 10 == 0 && hz; hz /= 10)
        zeros++;
    if (hz != 1 || zeros >= ARRAY_SIZE(cycles))
        return WEIR_EUNIT;
    config.unit = cycles[zeros];
    config.clock_hz = 0;
    return weir_init(&weir, &config);
}

static void first_name(const struct k_thread *thread, void *unused)
{
    (void)unused;
    name(thread);
}

#ifdef CONFIG_SMP
static unsigned hart_of(unsigned cpu) { return weir_zephyr_hart_of(_kernel.cpus[cpu].arch.hartid); }
#else
static unsigned hart_of(unsigned cpu)
{
    (void)cpu;
    return WEIR_HART();
}
#endif

#ifdef CONFIG_WEIR_SINK_RING
#define RING DT_PHANDLE(WEIR_ZEPHYR_NODE, memory_region)
static const struct weir_ring_memory ring = {
    .memory = (void *)DT_REG_ADDR(RING),
    .bytes = DT_REG_SIZE(RING),
    .section_log2 = CONFIG_WEIR_RING_SECTION_LOG2,
};
#endif

static int start(void)
{
#ifdef CONFIG_WEIR_SINK_RING
    int result = weir_ring(&weir, &ring);
    if (result >= 0)
        result = weir_start(&weir);
#else
    int result = weir_start(&weir);
#endif
    /* The other CPUs have not started, so each one's first thread is a switch of its own. */
    for (unsigned cpu = 0; result >= 0 && cpu < CONFIG_MP_MAX_NUM_CPUS; cpu++)
        result = weir_snoop(&weir, hart_of(cpu), &_kernel.cpus[cpu].current);
    return result;
}

static void drain_begin(void);

static int weir_zephyr_init(void)
{
    STRUCT_SECTION_COUNT(weir_event_name, &config.event_name_count);
    STRUCT_SECTION_GET(weir_event_name, 0, &config.event_names);
    if (HAS_IRQ)
        config.watermark = CONFIG_WEIR_WATERMARK;
    weir_zephyr_result = init();
    if (weir_zephyr_result >= 0) {
        k_thread_foreach_unlocked(first_name, NULL); /* main and idle are older */
        weir_zephyr_result = start();
    }
    if (weir_zephyr_result < 0) {
        printk("weir: %s\n", weir_error_text(weir_zephyr_result));
        return 0;
    }
    aim();
    open_to_users();
    drain_begin();
    return 0;
}
SYS_INIT(weir_zephyr_init, POST_KERNEL, CONFIG_WEIR_INIT_PRIORITY);

/* ---- Names without hooks: no hook reports new threads, whoever drains. */

#ifndef CONFIG_WEIR_EVENTS
/* Names a thread if the table has another name for it, such as that of an ended thread in the same
 * memory. Zeros follow a name in the table. A name that found no entry, or was cut inside a
 * character, differs at each look and is repeated. */
static void new_name(const struct k_thread *thread, void *unused)
{
    const char *const text = k_thread_name_get((k_tid_t)thread), *known = "";
    (void)unused;
    for (size_t i = 0; i < CONFIG_WEIR_NAMES; i++)
        if (names[i].kind && names[i].number == number_of(thread))
            known = names[i].name;
    if (strncmp(known, text ? text : "", WEIR_NAME_SIZE) != 0)
        name(thread);
}

static void look(struct k_work *work)
{
    k_thread_foreach_unlocked(new_name, NULL);
    (void)k_work_schedule(k_work_delayable_from_work(work), K_MSEC(CONFIG_WEIR_NAMES_MS));
}

/* The queue of the system starts later than the trace. */
static int look_begin(void)
{
    static K_WORK_DELAYABLE_DEFINE(looks, look);
    if (weir_zephyr_result >= 0)
        (void)k_work_schedule(&looks, K_NO_WAIT);
    return 0;
}
SYS_INIT(look_begin, APPLICATION, 0);
#endif

/* ---- Drain */

static void drain_once(void)
{
    const int result = weir_drain(&weir);
    if (result < 0 && result != WEIR_ESINK && result != WEIR_ESTATE)
        printk("weir: %s\n", weir_error_text(result));
    if (IS_ENABLED(CONFIG_WEIR_NAMES_REPEAT) && weir_names_repeat(&weir) < 0) {
    }
}

#if HAS_IRQ
#define IRQ DT_IRQN(WEIR_ZEPHYR_NODE)
#if DT_IRQ_HAS_CELL(WEIR_ZEPHYR_NODE, priority)
#define IRQ_PRIORITY DT_IRQ(WEIR_ZEPHYR_NODE, priority)
#else
#define IRQ_PRIORITY 0
#endif
#ifdef CONFIG_WEIR_DRAIN_THREAD
static K_SEM_DEFINE(level, 0, 1);

/* The interrupt is a level: masked until the thread has drained. At the unit, as a thread on
 * another CPU could not unmask it at this one; weir_drain does. */
static void handler(const void *unused)
{
    (void)unused;
    WEIR_STORE32(WEIR_BASE + WEIR_REG_IRQ_ENABLE, 0);
    k_sem_give(&level);
}
#else
static void handler(const void *unused)
{
    (void)unused;
    if (weir_irq(&weir) < 0) {
    } /* it is masked until the next weir_drain */
}
#endif

static void connect(void)
{
    IRQ_CONNECT(IRQ, IRQ_PRIORITY, handler, NULL, 0);
    irq_enable(IRQ);
}
#else
static void connect(void) {}
#endif

#ifdef CONFIG_WEIR_DRAIN_THREAD
static void drain(void *a, void *b, void *c)
{
    (void)a, (void)b, (void)c;
    for (;;) {
#if HAS_IRQ
        (void)k_sem_take(&level, K_MSEC(CONFIG_WEIR_DRAIN_MS));
#else
        k_msleep(CONFIG_WEIR_DRAIN_MS);
#endif
        drain_once();
    }
}

static K_THREAD_STACK_DEFINE(drain_stack, CONFIG_WEIR_DRAIN_STACK);
static struct k_thread drain_thread;

static void drain_begin(void)
{
    connect();
    k_thread_create(&drain_thread, drain_stack, K_THREAD_STACK_SIZEOF(drain_stack), drain, NULL,
                    NULL, NULL, CONFIG_WEIR_DRAIN_PRIORITY, 0, K_NO_WAIT);
    (void)k_thread_name_set(&drain_thread, "weir drain");
}
#else
static void drain_begin(void)
{
    (void)drain_once; /* the application drains */
    connect();
}
#endif
