import { setTimeout as wait } from 'node:timers/promises'
import type { SendFault, Stage, StagePerson, StageRoom } from '../support/stages/stage.ts'
import { type Asked, answersTo, isWhole, patienceMs, until } from './questions.ts'

/** Two people and a room, whom only one fault has to do with. */
export interface Scene {
  readonly stage: Stage
  readonly ada: StagePerson
  readonly bob: StagePerson
  readonly room: StageRoom
  /** Everything that was asked in it. */
  readonly asked: readonly Asked[]
  /** Asks the next question; the answer to a slow one stands half written for a while. */
  ask(by: StagePerson, more?: { readonly room?: StageRoom; readonly slowly?: boolean }): Asked
  /** How often the model was called. */
  calls(): number
}

export interface Fault {
  readonly name: string
  run(scene: Scene): Promise<Expected | undefined>
}

/** What a fault may leave behind; nothing where it says nothing. */
export interface Expected {
  /** At most. */
  readonly unknown?: number
  /** What was told again was told in no order, so it may be answered in none. */
  readonly anyOrder?: boolean
  readonly refused?: number
}

/** Slack tells each event again by a clock of its own. https://docs.slack.dev/apis/events-api/#retries */
export const toldAgain = (platform: Stage['name']): Expected => ({ anyOrder: platform === 'slack' })

export const platformFaults: readonly Fault[] = [
  {
    name: 'each event ten times, shuffled',
    async run(scene) {
      const asked = [...askAll(scene), ...askAll(scene)]
      const again = asked.flatMap((one) => Array.from({ length: 9 }, () => one))
      for (const { message } of shuffled(again)) message.redeliver(1)
      await allWhole(scene)
      return undefined
    },
  },
  {
    name: 'sends answered 429, wait 1 s',
    async run(scene) {
      await oneByOne(scene, 10, (index, inRoom) => index % 2 === 0 && meets(scene.stage, 'busy', inRoom))
      return undefined
    },
  },
  {
    name: 'sends answered 500',
    async run(scene) {
      await oneByOne(scene, 10, (index, inRoom) => index % 2 === 0 && meets(scene.stage, 'broken', inRoom))
      return undefined
    },
  },
  {
    name: 'sent, the answer to that lost',
    async run(scene) {
      const { stage } = scene
      const knowsRepeats = stage.name === 'discord'
      const lose = (index: number, inRoom: boolean) => {
        if (inRoom || !stage.failNextShow) return stage.failNextSend('lost')
        // In turn, the start of a streamed reply, and the message that is sent because the stream was refused.
        if (index % 4 === 0) return stage.failNextShow('lost')
        stage.failNextShow('busy')
        stage.failNextSend('lost')
      }
      const seen = knowsRepeats ? isWhole : (on: Stage, one: Asked) => answersTo(on, one).length > 0
      await oneByOne(scene, 12, (index, inRoom) => index % 2 === 0 && lose(index, inRoom), seen)
      return { unknown: knowsRepeats ? 0 : 6 }
    },
  },
  {
    name: 'connection cut mid-stream for 1 s',
    async run(scene) {
      await cutWhileStreaming(scene, () => wait(1_000))
      return toldAgain(scene.stage.name)
    },
  },
  {
    name: 'cut as if for 5 minutes: refused for 6 s, what the platform kept for the session gone',
    async run(scene) {
      // A place is caught up with from what was seen of it before.
      askAll(scene)
      await allWhole(scene)
      await cutWhileStreaming(scene, async () => {
        scene.stage.forgetSession()
        await wait(6_000)
      })
      return toldAgain(scene.stage.name)
    },
  },
  {
    name: 'blocked by one person, others go on',
    async run(scene) {
      const { stage, ada, bob, room, ask } = scene
      ask(bob)
      await allWhole(scene)
      stage.block(bob)
      const refused: Asked[] = []
      for (let time = 0; time < 4; time++) {
        refused.push(ask(bob))
        ask(ada)
        ask(ada, { room })
        await all(scene.asked, (one) => refused.includes(one) || isWhole(stage, one))
      }
      return { refused: refused.length }
    },
  },
  {
    name: 'message to edit gone while its reply streams',
    async run(scene) {
      const { stage, ada, room, ask } = scene
      for (let time = 0; time < 10; time++) {
        const slowly = time % 2 === 0
        if (slowly && !stage.removeReply) stage.failNextEdit()
        const one = ask(ada, { room, slowly })
        if (slowly && stage.removeReply) {
          await all([one], () => answersTo(stage, one).length > 0)
          const reply = stage.shown(room).at(-1)
          // On a busy machine, it may be whole by now. Nobody would write it again.
          if (reply && !isWhole(stage, one)) stage.removeReply(room, reply)
        }
        await all([one], () => isWhole(stage, one))
      }
      return undefined
    },
  },
  {
    name: 'token revoked for 6 s, then restored',
    async run(scene) {
      const { stage, calls } = scene
      const before = calls()
      askAll(scene, true)
      await modelCalled(scene, before)
      const restore = stage.revokeToken()
      askAll(scene)
      await wait(6_000)
      restore()
      askAll(scene)
      await allWhole(scene)
      return undefined
    },
  },
]

/** Six questions: each person alone with the bot, and one in the room. */
function askAll({ ask, ada, bob, room }: Scene, slowly = false): Asked[] {
  return [ask(ada, { slowly }), ask(bob, { slowly }), ask(ada, { room, slowly }), ask(ada), ask(bob), ask(ada, { room })]
}

const allWhole = ({ stage, asked }: Scene) => all(asked, (one) => isWhole(stage, one))

/** Waits until something holds for all of them. Rejects when it does not come to that. */
async function all(asked: readonly Asked[], holds: (one: Asked) => boolean): Promise<void> {
  if (await until(() => asked.every(holds))) return
  const open = asked.filter((one) => !holds(one)).map(({ number }) => number)
  throw new Error(`no whole answer to question ${open.join(', ')} within ${patienceMs / 1_000} s`)
}

async function modelCalled({ calls }: Scene, before: number): Promise<void> {
  if (!(await until(() => calls() > before))) throw new Error(`the model was not called within ${patienceMs / 1_000} s`)
}

/**
 * Asks two questions at a time in the direct chat or the room, each after the one before is answered. After a fault, the second question
 * makes the bot send its notice, so that the notice does not meet the next fault.
 */
async function oneByOne(
  scene: Scene,
  questions: number,
  before: (index: number, inRoom: boolean) => unknown,
  answered = isWhole,
): Promise<void> {
  const { stage, ada, room, ask } = scene
  for (let index = 0; index < questions; index++) {
    const inRoom = index % 6 >= 2
    before(index, inRoom)
    const one = ask(ada, inRoom ? { room } : {})
    await all([one], () => answered(stage, one))
  }
}

/** The first call of a reply fails, and so does the message that is sent instead. In rooms, replies are not streamed. */
function meets(stage: Stage, fault: SendFault, inRoom: boolean): void {
  if (!inRoom) stage.failNextShow?.(fault)
  stage.failNextSend(fault)
}

async function cutWhileStreaming(scene: Scene, meanwhile: () => Promise<void>): Promise<void> {
  const { stage, calls } = scene
  const before = calls()
  askAll(scene, true)
  await modelCalled(scene, before)
  const restore = stage.cut()
  askAll(scene)
  await meanwhile()
  restore()
  askAll(scene)
  await allWhole(scene)
}

/** In an order that is the same in every run. */
function shuffled<T>(values: readonly T[]): T[] {
  let seed = 7
  const next = () => (seed = (seed * 48_271) % 2_147_483_647)
  return values
    .map((value) => ({ value, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
