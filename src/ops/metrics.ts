import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What is counted. Labels have few values each, never an id or a name of a person. */
const counters = {
  messages_received: ['Messages stored, by platform.', ['platform']],
  turns: ['Turns ended, by outcome.', ['outcome']],
  deliveries: ['Parts of replies sent, by platform and outcome; `unknown` is one whose outcome nobody knows.', ['platform', 'outcome']],
  summaries: ['Day summaries run, by mode and outcome.', ['mode', 'outcome']],
  model_tokens: ['Tokens of the language model, by purpose and direction.', ['purpose', 'direction']],
  jobs: ['Tries of jobs ended, by job and outcome.', ['job', 'outcome']],
} as const satisfies Definitions

/** What takes time, in seconds. */
const durations = {
  turn_seconds: ['From the first waiting message to the end of its reply.', []],
  job_seconds: ['One try of a job.', ['job']],
  search_seconds: ['One search of a conversation.', []],
} as const satisfies Definitions

type Definitions = Readonly<Record<string, readonly [help: string, labels: readonly string[]]>>
type Labels<Of extends Definitions, Name extends keyof Of> = { readonly [Label in Of[Name][1][number]]: string }

export interface Metrics {
  count<Name extends keyof typeof counters>(name: Name, labels: Labels<typeof counters, Name>, by?: number): void
  observe<Name extends keyof typeof durations>(name: Name, labels: Labels<typeof durations, Name>, seconds: number): void
  /** A value that is asked for whenever the metrics are read. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  readonly contentType: string
  /** All of it, in the text format that Prometheus reads. */
  text(): Promise<string>
}

const prefix = 'throughline_'

/** The program's figures, for /metrics. Those of Node.js itself come with them. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix })
  const counterOf = mapValues(counters, ([help, labelNames], name) => {
    return new Counter({ name: `${prefix}${name}_total`, help, labelNames: [...labelNames], registers: [registry] })
  })
  const histogramOf = mapValues(durations, ([help, labelNames], name) => {
    const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
    return new Histogram({ name: `${prefix}${name}`, help, labelNames: [...labelNames], buckets, registers: [registry] })
  })
  return {
    count: (name, labels, by = 1) => counterOf[name].inc(labels, by),
    observe: (name, labels, seconds) => histogramOf[name].observe(labels, seconds),
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

function mapValues<Of extends Definitions, Made>(of: Of, make: (value: Of[keyof Of], name: string) => Made): Record<keyof Of, Made> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, make(value as Of[keyof Of], name)])) as Record<keyof Of, Made>
}
