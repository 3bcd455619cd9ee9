// Tells an adapter mutated events, in a process of its own, so that what is fatal ends only this process. Arguments: the name of the
// stage, every how many mutations to tell, with which of these to begin, and how many to tell together. Reports to its parent.
import process from 'node:process'
import { inspect } from 'node:util'
import { messageOf } from '../../../src/core/domain/errors.ts'
import { type Clock, systemClock } from '../../../src/core/ports/clock.ts'
import { type LogLine, recordingLog } from '../../support/recording-log.ts'
import { mutateAll } from './mutate.ts'
import { RecordingInbox } from './recording-inbox.ts'
import { type MutationReport, secret, type ToldMutations, theEnd } from './stage.ts'
import { openStages } from './stages.ts'

/** More than a busy machine needs for a good message, in ms. */
const patienceMs = 10_000
/** A longer wait is a delay, in ms. What Telegram cannot be told has been received is asked for once a second. */
const longestWaitMs = 1_000

/** How adapters end the log message about an event that they cannot read. */
const unreadable = 'could not be read; skipped it'

const [stageName = ''] = process.argv.slice(2)
const [every = 1, first = 0, together = 1] = process.argv.slice(3).map(Number)
/** Waits that ran to their end. */
let waits: number[] = []
const clock: Clock = {
  now: systemClock.now,
  async sleep(ms, signal) {
    await systemClock.sleep(ms, signal)
    if (!signal?.aborted && ms > longestWaitMs) waits.push(ms)
  },
}
const log = recordingLog()
const inbox = new RecordingInbox()
const openStage = openStages[stageName]
if (!openStage) throw new Error(`There is no stage "${stageName}". There are: ${Object.keys(openStages).join(', ')}.`)
const stage = await openStage({ inbox: inbox.take, clock, log })
let uncaught: string[] = []
process.on('uncaughtException', (error: unknown) => void uncaught.push(inspect(error).split('\n').slice(0, 2).join('')))
let linesRead = log.lines.length
/** How often each good message must be stored. */
const goodMessages = new Map<string, number>()

const mutations = mutateAll(stage.samples).filter((_, index) => index % every === 0)
for (let next = first; next < mutations.length; next += together) {
  const indexes = [...mutations.keys()].slice(next, next + together)
  const report = await tell(indexes)
  if (isGood(report) || indexes.length === 1) {
    await send(report)
    continue
  }
  // What is wrong with several is found out one by one.
  let areGood = true
  for (const index of indexes) {
    const single = await tell([index])
    areGood &&= isGood(single)
    await send(single)
  }
  if (areGood) await send({ ...report, count: 0, skipped: 0 })
}
await stage.close()
const repeated = [...goodMessages].filter(([text, count]) => inbox.count(text) > count).map(([text]) => `stored twice: ${text}`)
const { wrong, ...last } = takeNews()
await send({ from: mutations.length, count: 0, name: theEnd, ...last, wrong: [...wrong, ...repeated] })
process.disconnect()

/** Tells mutated events, and then a good one in each place. */
async function tell(indexes: readonly number[]): Promise<MutationReport> {
  const told = indexes.flatMap((index) => mutations[index] ?? [])
  const summary = { from: indexes[0] ?? 0, count: told.length, name: told.map(({ name }) => name).join(' | ') }
  await send(summary)
  const toldAgain: string[] = []
  for (const mutation of told)
    await stage.tell(mutation).catch((error: unknown) => void toldAgain.push(`the platform would tell it again: ${messageOf(error)}`))
  const text = `good message ${goodMessages.size}`
  const count = stage.write(text)
  goodMessages.set(text, count)
  const isInTime = await inbox.has(text, count, patienceMs)
  const { wrong, ...news } = takeNews()
  const delayed = isInTime ? waits.map((ms) => `waited ${ms} ms`).join(', ') : `no good message in ${patienceMs} ms`
  waits = []
  const report = { ...summary, ...news, ...(delayed !== '' && { delayed }), wrong: [...toldAgain, ...wrong] }
  if (isInTime) return report
  // What follows could not be told apart from this.
  if (told.length === 1) await send(report)
  process.exit(1)
}

/** Returns what happened since the last look. */
function takeNews(): Pick<MutationReport, 'fatal' | 'skipped' | 'wrong'> {
  const lines = log.lines.slice(linesRead)
  linesRead += lines.length
  const skips = lines.filter(({ message }) => message.endsWith(unreadable))
  const fatal = uncaught.join('\n')
  const wrong = [
    ...inbox.refusals.map((refusal) => `the database would refuse it: ${refusal}`),
    ...lines.filter(isTelling).map(({ message }) => `its text is in the log: ${message}`),
    ...skips.filter(({ fields }) => typeof fields['shape'] !== 'string').map(({ message }) => `its shape is not in the log: ${message}`),
  ]
  uncaught = []
  inbox.refusals = []
  return { wrong, skipped: skips.length, ...(fatal !== '' && { fatal }) }
}

function isGood({ fatal, delayed, wrong }: MutationReport): boolean {
  return fatal === undefined && delayed === undefined && wrong.length === 0
}

function isTelling(line: LogLine): boolean {
  return inspect(line, { depth: 10 }).includes(secret)
}

function send(report: MutationReport | ToldMutations): Promise<void> {
  return new Promise((resolve) => process.send?.(report, () => resolve()))
}
