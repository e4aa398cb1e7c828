-- SPDX-License-Identifier: Apache-2.0
-- The same text for DuckDB and Spark; query.py runs it. A name before each query: -- name: NAME

-- name: periods
-- Percentiles of the period of each thread, from one start to the next, by device and version.
with periods as (
  select version, device, thread_name,
         (`start` - lag(`start`) over (partition by version, trace, thread order by `start`)) * tick
           as period
  from runs where thread_name <> '')
select version, device, thread_name, count(period) as periods,
       percentile_cont(0.5) within group (order by period) as p50,
       percentile_cont(0.99) within group (order by period) as p99,
       percentile_cont(0.999) within group (order by period) as p999
from periods where period is not null
group by version, device, thread_name
order by version, device, thread_name;

-- name: regressions
-- Threads whose 99.9th percentile rose by more than 5 % from one version to the next.
with periods as (
  select version, thread_name,
         (`start` - lag(`start`) over (partition by version, trace, thread order by `start`)) * tick
           as period
  from runs where thread_name <> ''),
each as (
  select version, thread_name, percentile_cont(0.999) within group (order by period) as p999
  from periods where period is not null group by version, thread_name),
pairs as (
  select thread_name, version, p999,
         lag(version) over (partition by thread_name order by version) as before,
         lag(p999) over (partition by thread_name order by version) as p999_before
  from each)
select thread_name, before, version, p999_before, p999, p999 / p999_before as ratio
from pairs where p999 > 1.05 * p999_before
order by ratio desc, thread_name;

-- name: worst
-- The traces with the longest single run of a thread that is not idle, and what they lost.
with longest as (
  select version, device, trace, max((`end` - `start`) * tick) as longest
  from runs where thread_name <> '' and lower(thread_name) not like 'idle%'
  group by version, device, trace),
lost as (select trace, sum(lost) as lost from losses group by trace)
select version, device, longest.trace, longest, coalesce(lost, 0) as lost
from longest left join lost on longest.trace = lost.trace
order by longest desc, longest.trace limit 10;
