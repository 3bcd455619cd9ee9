import { setTimeout as wait } from 'node:timers/promises'
import type { FakePerson } from '../fakes/telegram/index.ts'
import { askOften, findSlowdowns, percentiles, watchMemory } from './load-measure.ts'
import { type LoadScene, openLoadScene } from './load-scene.ts'
import type { FaultPart, PartSize } from './part.ts'

/**
 * One user at their limits writes 30 messages of 16,000 characters a minute. Here they write twice as fast, so that half of them are over
 * the limit.
 */
const floodPerSecond = 1
const floodLength = 16_000
const floodMessages = { full: 600, short: 40 }
/** Others who ask at the same time, each one question after the other, and how many questions each asks without the flood. */
const askerCount = 4
const quietQuestions = { full: 25, short: 6 }
/**
 * By how many megabytes the memory may grow. The embedded database keeps at most 128 MB of buffers in WebAssembly memory, which never
 * shrinks, and V8 lets its heap grow to a few times of what is in use before it collects.
 */
const mostGrowth = 250

const limitsLifted = { MESSAGES_PER_MINUTE: '0', MEGABYTES_PER_DAY: '0', TOKENS_PER_DAY: '0' }

/** One user floods the bot while another one asks small questions, with the default limits and without any. */
export const flood: FaultPart = {
  name: 'a flood',
  comparesTimes: true,
  async run(size) {
    const findings: Findings = { rows: {}, wrong: [] }
    await measureFlood('default limits', {}, { size, ...findings })
    await measureFlood('no limits', limitsLifted, { size, ...findings })
    return findings
  },
}

interface Findings {
  readonly rows: Record<string, object>
  readonly wrong: string[]
}

async function measureFlood(
  limits: string,
  env: Readonly<Record<string, string>>,
  { size, rows, wrong }: Findings & { readonly size: PartSize },
): Promise<void> {
  const scene = await openLoadScene({ name: 'flood', redisNumber: 4, env })
  try {
    const flooder = scene.person()
    const askers = Array.from({ length: askerCount }, () => scene.person())
    // Everything is compiled and planned once.
    await Promise.all([scene.ask(flooder), askOften(scene, askers, (asked) => asked < 3)])
    const quiet = await askOften(scene, askers, (asked) => asked < quietQuestions[size])
    const memory = await watchMemory(scene.bot.pid)
    const flooding = startFlood(scene, flooder)
    const flooded = await askOften(scene, askers, () => flooding.messages < floodMessages[size])
    await flooding.stop()
    const { before, growth } = await memory.stop()
    const what = `${limits}, ${scene.engine}`
    rows[what] = { 'flood messages': flooding.messages, ...percentiles({ quiet, flooded }), 'memory MB': before, 'growth MB': growth }
    wrong.push(...findSlowdowns(what, { quiet, flooded }))
    if (growth > mostGrowth) wrong.push(`${what}: the memory grew by ${growth} MB, expected at most ${mostGrowth}.`)
  } finally {
    await scene.close()
  }
}

interface Flood {
  /** The number of messages so far. */
  readonly messages: number
  stop(): Promise<void>
}

function startFlood(scene: LoadScene, by: FakePerson): Flood {
  let messages = 0
  const over = new AbortController()
  const flooding = (async () => {
    while (!over.signal.aborted) {
      scene.write(by, floodText(++messages))
      await wait(1_000 / floodPerSecond, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
    }
  })()
  return {
    get messages() {
      return messages
    },
    async stop() {
      over.abort()
      await flooding
    },
  }
}

/** A long text with words that differ from message to message, as a real one has. */
function floodText(number: number): string {
  let text = `flood ${number}`
  for (let word = 0; text.length < floodLength; word++) text += ` word${(number * 7_919 + word * 104_729) % 50_000}`
  return text.slice(0, floodLength)
}
