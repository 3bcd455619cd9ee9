// All times are from a question to its whole reply, as people see it, so they include Telegram's limit of 30 messages a second, which
// the bot keeps as it does in earnest. That limit alone spreads 100 replies evenly over three seconds, whose p95 is twice their p50. What
// is unfair in the bot itself comes on top of that.
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../bench/measure.ts'
import type { FakePerson } from '../fakes/telegram/index.ts'
import { answerTo, type LoadScene, openLoadScene } from './load-scene.ts'
import type { FaultPart } from './part.ts'

const crowdSize = 100
/** How many ask the slow model. */
const slowCrowdSizes = { full: 300, short: 100 }
const slowModelMs = 5_000
/** How many times the median reply time p95 may be. */
const mostSpread = 4
/** After this long, a model that waits for everybody answers those who are there, in ms. */
const patienceMs = 120_000

/** 100 people ask at once, several times. Then 300 (in the short form, the same 100) ask a model that takes five seconds. */
export const crowd: FaultPart = {
  name: 'a crowd',
  comparesTimes: true,
  async run(size) {
    const wrong: string[] = []
    const rows: Record<string, object> = {}
    const slowCrowdSize = slowCrowdSizes[size]
    const model = slowModel(slowCrowdSize)
    const scene = await openLoadScene({
      name: 'crowd',
      redisNumber: 4,
      answer: ({ number }) =>
        model.isSlow ? { deltas: ['', answerTo(number)], between: model.answerLater() } : { deltas: [answerTo(number)] },
      env: { MODEL_IDLE_TIMEOUT_MS: String(2 * patienceMs) },
    })
    try {
      const people = Array.from({ length: crowdSize }, () => scene.person())
      for (let round = 1; round <= (size === 'full' ? 5 : 1); round++) {
        const times = await askAll(scene, people)
        const spread = percentile(times, 0.95) / percentile(times, 0.5)
        const what = `${crowdSize} users at once, round ${round}, ${scene.engine}`
        rows[what] = { ...timesOf(times), 'p95 / p50': spread.toFixed(1) }
        if (spread > mostSpread) wrong.push(`${what}: p95 is ${spread.toFixed(1)} times p50, expected at most ${mostSpread}.`)
      }
      model.isSlow = true
      for (let more = crowdSize; more < slowCrowdSize; more++) people.push(scene.person())
      const times = await askAll(scene, people)
      const what = `${slowCrowdSize} users at once, a model that takes 5 s, ${scene.engine}`
      rows[what] = { ...timesOf(times), 'most in progress': model.most, 'of them within 5 s': model.withinItsTime }
      if (model.most < slowCrowdSize) wrong.push(`${what}: ${model.most} replies were in progress at once, expected ${slowCrowdSize}.`)
      if (people.some((by) => !isInOrder(scene.replies(by)))) wrong.push('Somebody got replies out of order.')
    } finally {
      await scene.close()
    }
    return { rows, wrong }
  },
}

async function askAll(scene: LoadScene, people: readonly FakePerson[]): Promise<number[]> {
  return (await Promise.all(people.map((by) => scene.ask(by)))).sort((a, b) => a - b)
}

const timesOf = (times: readonly number[]) => ({
  'p50 ms': Math.round(percentile(times, 0.5)),
  'p95 ms': Math.round(percentile(times, 0.95)),
  'max ms': Math.round(times.at(-1) ?? 0),
})

function isInOrder(replies: readonly string[]): boolean {
  const numbers = replies.map((text) => Number(/Answer to (\d+)/.exec(text)?.[1]))
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))
}

/**
 * A model that takes five seconds, and longer until everybody has asked it. How many reach it within its five seconds depends on the
 * machine; how many it may answer at once must not. Without the wait, only the first of these would be measured.
 */
function slowModel(everybodyCount: number) {
  let inProgress = 0
  let everybodyAsked = () => {}
  const everybody = new Promise<void>((resolve) => (everybodyAsked = resolve))
  let firstAt: number | undefined
  return {
    isSlow: false,
    most: 0,
    withinItsTime: 0,
    async answerLater(): Promise<void> {
      firstAt ??= performance.now()
      this.most = Math.max(this.most, ++inProgress)
      if (performance.now() - firstAt < slowModelMs) this.withinItsTime++
      if (inProgress === everybodyCount) everybodyAsked()
      await Promise.all([wait(slowModelMs), Promise.race([everybody, wait(patienceMs, undefined, { ref: false })])])
      inProgress--
    },
  }
}
