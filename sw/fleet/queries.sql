-- SPDX-License-Identifier: Apache-2.0
-- The same text for DuckDB and Spark; query.py runs it. A name before each query: -- name: NAME
-- Each reads its table once, for counts of different values: percentiles are exact, and their
-- memory does not grow with the number of rows. A percentile p is at the place p * (total - 1),
-- between the values at both sides of it, as percentile_cont has it; `place` is in thousandths.

-- name: periods
-- Percentiles of the period of each thread, from one start to the next, by device and version.
with counts as (
  select version, device, thread_name, period * tick as seconds, count(*) as n
  from runs where period is not null and thread_name <> ''
  group by version, device, thread_name, period * tick),
ranked as (
  select version, device, thread_name, seconds,
         sum(n) over (partition by version, device, thread_name order by seconds) as upto,
         sum(n) over (partition by version, device, thread_name) as total
  from counts),
placed as (
  select version, device, thread_name, seconds, upto, total, p, p * (total - 1) as place
  from ranked cross join (select 500 as p union all select 990 union all select 999)),
sides as (
  select version, device, thread_name, total, p, place % 1000 / 1000 as part,
         min(case when 1000 * upto > place then seconds end) as low,
         min(case when 1000 * (upto - 1) >= place then seconds end) as high
  from placed group by version, device, thread_name, total, p, place)
select version, device, thread_name, total as periods,
       max(case when p = 500 then low + (high - low) * part end) as p50,
       max(case when p = 990 then low + (high - low) * part end) as p99,
       max(case when p = 999 then low + (high - low) * part end) as p999
from sides
group by version, device, thread_name, total
order by version, device, thread_name;

-- name: regressions
-- Threads whose 99.9th percentile rose by more than 5 % from one version to the next.
with counts as (
  select version, thread_name, period * tick as seconds, count(*) as n
  from runs where period is not null and thread_name <> ''
  group by version, thread_name, period * tick),
ranked as (
  select version, thread_name, seconds,
         sum(n) over (partition by version, thread_name order by seconds) as upto,
         999 * (sum(n) over (partition by version, thread_name) - 1) as place
  from counts),
sides as (
  select version, thread_name, place % 1000 / 1000 as part,
         min(case when 1000 * upto > place then seconds end) as low,
         min(case when 1000 * (upto - 1) >= place then seconds end) as high
  from ranked group by version, thread_name, place),
each as (select version, thread_name, low + (high - low) * part as p999 from sides),
pairs as (
  select thread_name, version, p999,
         lag(version) over (partition by thread_name order by place) as before,
         lag(p999) over (partition by thread_name order by place) as p999_before
  from each join versions using (version))
select thread_name, before, version, p999_before, p999, p999 / p999_before as ratio
from pairs where p999 > 1.05 * p999_before
order by ratio desc, thread_name;

-- name: worst
-- The traces with the longest single run of a thread that is not idle, and what they lost:
-- uncounted are the losses whose number is unknown.
with longest as (
  select version, device, trace, max((`end` - `start`) * tick) as longest
  from runs where thread_name <> '' and lower(thread_name) not like 'idle%'
  group by version, device, trace),
lost as (
  select trace, sum(lost) as lost, sum(case when lost is null then 1 else 0 end) as uncounted
  from losses group by trace)
select version, device, longest.trace, longest, coalesce(lost, 0) as lost,
       coalesce(uncounted, 0) as uncounted
from longest left join lost on longest.trace = lost.trace
order by longest desc, longest.trace limit 10;

-- name: ids
-- How often each id came, and the largest value that it had, by version.
select version, name, count(*) as events, min(value) as least, max(value) as largest
from events where kind <> 'loss'
group by version, name
order by version, name;
