import type { FakePerson } from '../fakes/telegram/index.ts'
import type { ModelAnswer } from '../support/model-server.ts'
import { askOften, findSlowdowns, percentiles, watchMemory } from './load-measure.ts'
import { answerTo, type LoadScene, openLoadScene } from './load-scene.ts'
import type { FaultPart } from './part.ts'

/** Five megabytes of text, which the model's server sends whatever limit it was given. */
const replyBytes = 5_000_000
const smallEvent = 50
const askerCount = 4
const questions = { full: 25, short: 5 }
/**
 * By how many megabytes the memory may grow. A single event of 5 MB passes through as bytes, as text of one or two bytes a character, as
 * JSON, and as the text in it: some 30 MB for each of the few that are under way, before V8 collects what is left of the last ones.
 */
const mostGrowth = 300

/** A server that ignores limits writes 5 MB to one user, again and again, while others ask small questions. */
export const hugeReply: FaultPart = {
  name: 'a reply of 5 MB',
  comparesTimes: true,
  async run(size) {
    const rows: Record<string, object> = {}
    const wrong: string[] = []
    const scene = await openLoadScene({ name: 'huge', redisNumber: 4, answer: writeHuge })
    try {
      const reader = scene.person()
      const askers = Array.from({ length: askerCount }, () => scene.person())
      // Everything is compiled and planned once.
      await askOften(scene, askers, (asked) => asked < 3)
      let hugeCount = 0
      for (const kind of ['small events', 'one event']) {
        const quiet = await askOften(scene, askers, (asked) => asked < questions[size])
        const memory = await watchMemory(scene.bot.pid)
        let isOver = false
        const reading = readHuge(scene, reader, { kind, goesOn: () => !isOver })
        const busy = await askOften(scene, askers, (asked) => asked < questions[size])
        isOver = true
        const hugeReplies = await reading
        hugeCount += hugeReplies
        const { before, growth } = await memory.stop()
        const what = `5 MB in ${kind}, ${scene.engine}`
        rows[what] = { 'huge replies': hugeReplies, ...percentiles({ quiet, busy }), 'memory MB': before, 'growth MB': growth }
        wrong.push(...findSlowdowns(what, { quiet, busy }))
        if (growth > mostGrowth) wrong.push(`${what}: the memory grew by ${growth} MB, expected at most ${mostGrowth}.`)
      }
      // Replies come in order, so all parts of the others have come when this one has.
      await scene.ask(reader)
      const replies = scene.replies(reader).slice(0, -1)
      const notices = replies.filter((text) => text.includes('This reply reached its maximum length')).length
      if (notices !== hugeCount) wrong.push(`${hugeCount} replies were truncated, and ${notices} of them said so.`)
      const longest = Math.max(...replies.map(({ length }) => length))
      rows['what the reader got'] = { 'huge replies': hugeCount, notices, parts: replies.length, 'longest part': longest }
      // A reply of 1,024 tokens at 4 characters each, and the notice, are two parts at most.
      if (replies.length > 2 * hugeCount)
        wrong.push(`${hugeCount} replies came in ${replies.length} parts, expected at most ${2 * hugeCount}.`)
    } finally {
      await scene.close()
    }
    return { rows, wrong }
  },
}

function writeHuge({ number, text }: { readonly number: number; readonly text: string }): ModelAnswer {
  const [, kind] = /5 MB in (small events|one event)/.exec(text) ?? []
  if (!kind) return { deltas: [answerTo(number)] }
  const length = kind === 'one event' ? replyBytes : smallEvent
  const delta = 'words and words '.repeat(Math.ceil(length / 16)).slice(0, length)
  return { deltas: [`${answerTo(number)} `, ...Array.from({ length: replyBytes / length }, () => delta)] }
}

/** Asks for one huge reply after the other. Returns how many came. */
async function readHuge(scene: LoadScene, by: FakePerson, { kind, goesOn }: { kind: string; goesOn: () => boolean }): Promise<number> {
  let replies = 0
  do {
    await scene.ask(by, `Write 5 MB in ${kind}.`)
    replies++
  } while (goesOn())
  return replies
}
