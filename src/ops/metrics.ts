import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Counters. Labels have few values and never contain an id or a name. */
const counters = {
  messages_received: ['Messages stored, by platform.', ['platform']],
  calls_received: ['Finished calls received, by what identified the caller.', ['identified']],
  turns: ['Turns ended, by outcome.', ['outcome']],
  deliveries: ['Parts of replies sent, by platform and outcome. `unknown`: the platform did not confirm it.', ['platform', 'outcome']],
  summaries: ['Day summaries run, by mode and outcome.', ['mode', 'outcome']],
  sessions: ['Sessions processed, by outcome.', ['outcome']],
  cascades: ['Runs that bring the summaries of a channel up to date, by outcome.', ['outcome']],
  model_tokens: ['Tokens used by the language model, by purpose and direction.', ['purpose', 'direction']],
  jobs: ['Job attempts ended, by job and outcome.', ['job', 'outcome']],
} as const satisfies MetricDefinitions

/** Durations in seconds. */
const durations = {
  turn_seconds: ['From the first waiting message to the end of its reply.', []],
  job_seconds: ['One attempt of a job.', ['job']],
  search_seconds: ['One search of a conversation.', []],
} as const satisfies MetricDefinitions

type MetricDefinitions = Readonly<Record<string, readonly [help: string, labels: readonly string[]]>>
type MetricLabels<Source extends MetricDefinitions, Name extends keyof Source> = { readonly [Label in Source[Name][1][number]]: string }

export interface Metrics {
  count<Name extends keyof typeof counters>(name: Name, labels: MetricLabels<typeof counters, Name>, by?: number): void
  observe<Name extends keyof typeof durations>(name: Name, labels: MetricLabels<typeof durations, Name>, seconds: number): void
  /** A value that is computed whenever the metrics are read. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  readonly contentType: string
  /** Returns all metrics in the Prometheus text format. */
  text(): Promise<string>
}

const prefix = 'throughline_'

/** Creates the metrics for /metrics, including those of Node.js. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix })
  const countersByName = mapValues(counters, ([help, labelNames], name) => {
    return new Counter({ name: `${prefix}${name}_total`, help, labelNames: [...labelNames], registers: [registry] })
  })
  const histogramsByName = mapValues(durations, ([help, labelNames], name) => {
    const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
    return new Histogram({ name: `${prefix}${name}`, help, labelNames: [...labelNames], buckets, registers: [registry] })
  })
  return {
    count: (name, labels, by = 1) => countersByName[name].inc(labels, by),
    observe: (name, labels, seconds) => histogramsByName[name].observe(labels, seconds),
    gauge(name, help, read) {
      new Gauge({
        name: `${prefix}${name}`,
        help,
        registers: [registry],
        async collect() {
          this.set(await read())
        },
      })
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

function mapValues<Source extends MetricDefinitions, Mapped>(
  source: Source,
  transform: (value: Source[keyof Source], name: string) => Mapped,
): Record<keyof Source, Mapped> {
  return Object.fromEntries(
    Object.entries(source).map(([name, value]) => [name, transform(value as Source[keyof Source], name)]),
  ) as Record<keyof Source, Mapped>
}

/** Creates what counts each attempt of a job, and how long it took. */
export const createJobCounter =
  (metrics: Metrics) =>
  (job: string, outcome: string, seconds: number): void => {
    metrics.count('jobs', { job, outcome })
    metrics.observe('job_seconds', { job }, seconds)
  }
