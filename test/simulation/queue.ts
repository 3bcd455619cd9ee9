import type { JobHandlers, JobName, JobPayloads, Jobs } from '../../src/core/ports/jobs.ts'
import { jobList } from '../../src/jobs/job-list.ts'
import type { Life, Move, Scheduler } from './scheduler.ts'

interface SimulatedJob {
  readonly name: JobName
  readonly payload: object
  readonly dueAt: number
  readonly attempt: number
}

/** The jobs that the simulation runs. Others are not about what is accepted, answered, delivered, summarized or forgotten. */
const simulatedJobs: ReadonlySet<JobName> = new Set<JobName>([
  'answer-thread',
  'deliver-message',
  'run-command',
  'run-slow-command',
  'summarize-day',
  'post-digests',
  'index-thread',
  'forget',
])

/** The scheduled jobs that find what is pending. */
const sweeps = ['recover', 'finalize-days', 'post-digests'] as const

/** A queue that loses, repeats and delays jobs, and gives a job of a dead worker to another one, or to nobody. */
export class SimulatedQueue {
  #jobs: SimulatedJob[] = []
  constructor(readonly scheduler: Scheduler) {}

  /** The queue as a worker uses it. */
  readonly jobs: Jobs = {
    add: async (name, payload, { delayMs = 0 } = {}) => {
      const { scheduler } = this
      const life = await scheduler.step(`add ${name}`)
      if (!simulatedJobs.has(name)) return
      if (scheduler.isUnlucky(3)) throw new Error('The queue is not available.')
      if (scheduler.isUnlucky(8)) return scheduler.note(`${name} is lost`)
      const copies = scheduler.isUnlucky(10) ? 2 : 1
      for (let copy = 0; copy < copies; copy++) {
        const late = scheduler.isUnlucky(10) ? scheduler.choose(40_000) : 0
        this.#jobs.push({ name, payload, dueAt: scheduler.now() + delayMs + late, attempt: 1 })
      }
      scheduler.count(life, `the end of add ${name}`)
    },
    start: async () => {},
    stop: async () => {},
  }

  get size(): number {
    return this.#jobs.length
  }

  /** When the next job is due, if there is one. */
  get nextDueAt(): number | undefined {
    return this.#jobs.length > 0 ? Math.min(...this.#jobs.map(({ dueAt }) => dueAt)) : undefined
  }

  /** What can be run now, in any worker. */
  moves(workers: readonly { readonly life: Life; readonly handlers: JobHandlers }[]): Move[] {
    const now = this.scheduler.now()
    const due = this.#jobs.filter(({ dueAt }) => dueAt <= now)
    return workers.flatMap(({ life, handlers }) =>
      due.map((job) => ({ label: job.name, weight: 12, run: () => this.#run(job, life, handlers) })),
    )
  }

  /** The scheduled jobs, as moves. */
  sweeps(workers: readonly { readonly life: Life; readonly handlers: JobHandlers }[], weight: number): Move[] {
    return workers.flatMap(({ life, handlers }) =>
      sweeps.map((name) => ({
        label: name,
        weight,
        run: () => this.#run({ name, payload: {}, dueAt: 0, attempt: jobList.jobs[name].attempts }, life, handlers),
      })),
    )
  }

  #run(job: SimulatedJob, life: Life, handlers: JobHandlers): void {
    const { scheduler } = this
    this.#jobs = this.#jobs.filter((one) => one !== job)
    const { attempts, backoffMs } = jobList.jobs[job.name]
    const run = { signal: new AbortController().signal, attempt: job.attempt, last: job.attempt >= attempts }
    const again = (delayMs: number) => void this.#jobs.push({ ...job, attempt: job.attempt + 1, dueAt: scheduler.now() + delayMs })
    const work = async () => {
      try {
        await handlers[job.name](job.payload as JobPayloads[typeof job.name] & never, run)
      } catch (error) {
        if (!life.isDead) throw error
      }
      // A queue notices some time after the death of a worker that its jobs are not done.
      if (life.isDead && !run.last && scheduler.choose(2) === 0) again(30_000)
    }
    scheduler.start(life, job.name, work, (error) => {
      if (error === undefined) return
      scheduler.note(`${job.name} failed: ${String(error).slice(0, 200)}`)
      if (!run.last) again(backoffMs)
    })
  }
}
