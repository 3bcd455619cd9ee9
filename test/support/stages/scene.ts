import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ModelRequest } from '../../../src/core/ports/chat-model.ts'
import type { Transcriber } from '../../../src/core/ports/transcriber.ts'
import { idle, type RunningBot, startBotOn } from '../bot.ts'
import { RunningClock } from '../clock.ts'
import { ScriptedModel, type Step } from '../scripted-model.ts'
import { discordStage } from './discord.ts'
import { slackStage } from './slack.ts'
import type { Saying, Stage, StagePerson, StageReply, StageRoom } from './stage.ts'
import { telegramStage } from './telegram.ts'

/** In the order in which people meet them. */
export const stages = { telegram: telegramStage, discord: discordStage, slack: slackStage }

/** A whole bot on a platform, and the model that answers for it. Cases share one, and bring people of their own. */
export interface Scene {
  readonly stage: Stage
  readonly bot: RunningBot
  /** Echoes, unless `answers` says otherwise. */
  readonly model: SteeredModel
  /** Says it, and waits for what the bot says then; its newest message there. */
  ask(saying: Saying): Promise<StageReply>
  /** What the bot says in a place after `act`, once nothing is pending any more. */
  repliesTo(where: StagePerson | StageRoom, act: () => void): Promise<readonly StageReply[]>
  /** The same, of what this person alone sees in a room. */
  privateRepliesTo(by: StagePerson, room: StageRoom, act: () => void): Promise<readonly StageReply[]>
  /** It is nine the next morning in London; what is scheduled was done: yesterday is summed up, and posted. */
  nextMorning(): Promise<void>
}

/** A model whose answers depend on a word in what it is to answer; without one that it knows, it echoes. */
export class SteeredModel extends ScriptedModel {
  readonly seesImages = true
  readonly #steps: Map<string, Step[]>

  constructor() {
    const steps = new Map<string, Step[]>()
    super((request) => stepFor(steps, request))
    this.#steps = steps
  }

  /** One step for each call, the last one again when there are no more. */
  answers(word: string, ...given: readonly Step[]): void {
    this.#steps.set(word, [...given])
  }

  /** The requests in which this was to be answered. */
  askedWith(word: string): readonly ModelRequest[] {
    return this.requests.filter((request) => lastOf(request).includes(word))
  }
}

const lastOf = ({ messages }: ModelRequest) => messages.findLast(({ role }) => role === 'user')?.content ?? ''

function stepFor(steps: ReadonlyMap<string, Step[]>, request: ModelRequest): Step {
  const said = lastOf(request)
  for (const [word, given] of steps) if (said.includes(word)) return (given.length > 1 ? given.shift() : given[0]) ?? {}
  return { text: `You said: ${said.slice(-200)}` }
}

/** Hears what the bytes of a voice note spell. */
const transcriber: Transcriber = {
  name: 'ears',
  transcribe: async ({ content }) => new TextDecoder().decode(content),
}

type Case = (scene: Scene) => Promise<void>

/** Cases of one platform that do not apply there, with the reason, which is printed. */
type Exceptions<Title extends string> = Partial<Record<Stage['name'], Partial<Record<Title, string>>>>

export interface SceneOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly access?: 'open' | 'pairing'
  readonly asksTimezone?: boolean
  /** The bot keeps no limits of its own, because people here do in seconds what takes them hours. */
  readonly isUnlimited?: boolean
}

/** Runs every case on every platform, in front of one bot each; what is left out is listed with its reason. */
export function onEveryPlatform<Title extends string>(
  cases: Readonly<Record<Title, Case>>,
  { exceptions = {}, isUnlimited = false, ...options }: SceneOptions & { readonly exceptions?: Exceptions<Title> } = {},
): void {
  describe.each(Object.entries(stages))('on %s', (name, open) => {
    const reasons: Readonly<Record<string, string | undefined>> = exceptions[name as Stage['name']] ?? {}
    let scene: Scene
    let stage: Stage | undefined
    let bot: RunningBot | undefined

    beforeAll(async () => {
      const clock = new RunningClock('2026-11-18T09:00:00Z')
      const model = new SteeredModel()
      stage = await open({ clock })
      bot = await startBotOn(stage.env, { clock, chat: model, transcriber, access: 'open', ...options })
      if (isUnlimited) Object.assign(bot.app.rateLimits, { spend: async () => 0 })
      await stage.ready()
      scene = sceneOf(stage, bot, model)
    })

    afterAll(async () => {
      await bot?.stop()
      await stage?.close()
    })

    for (const [title, run] of Object.entries<Case>(cases)) {
      const reason = reasons[title]
      if (reason === undefined) test(title, () => run(scene))
      else test.skip(`${title} (not here: ${reason})`, () => {})
    }
  })
}

/** How long an answer may take, in ms. On a machine that is busy with other work, it can take ten times as long as otherwise. */
const answerMs = 25_000

function sceneOf(stage: Stage, bot: RunningBot, model: SteeredModel): Scene {
  async function after(look: () => readonly StageReply[], act: () => void): Promise<readonly StageReply[]> {
    const before = new Set(look().map(({ id }) => id))
    const fresh = () => look().filter(({ id }) => !before.has(id))
    act()
    await stage.waitFor(() => fresh().length > 0, 'what the bot says', answerMs)
    await idle(bot)
    return fresh()
  }
  const repliesTo: Scene['repliesTo'] = (where, act) => after(() => stage.shown(where), act)
  return {
    stage,
    bot,
    model,
    repliesTo,
    privateRepliesTo: (by, room, act) => after(() => stage.shownPrivately(by, room), act),
    async ask(saying) {
      const replies = await repliesTo(saying.room ?? saying.by, () => stage.say(saying))
      const newest = replies.at(-1)
      if (!newest) throw new Error('The bot said nothing')
      return newest
    },
    nextMorning: () => nextMorning(bot),
  }
}

/** It is nine the next morning in London; what is scheduled was done. */
export async function nextMorning(bot: RunningBot): Promise<void> {
  const { app, clock } = bot
  await idle(bot)
  const run = { signal: new AbortController().signal, attempt: 1, last: true }
  const tomorrow = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  clock.jumpTo(`${tomorrow}T09:00:00Z`)
  await app.handlers['finalize-days']({}, run)
  // What was said in rooms is in no summary.
  const messages = { some: { kind: 'chat', audience: 'private' } }
  const unsummarized = () => app.store.db.daySegment.count({ where: { finalizedAt: { not: null }, summary: null, messages } })
  await expect.poll(unsummarized, { timeout: 20_000 }).toBe(0)
  await app.handlers['post-digests']({}, run)
  await idle(bot)
}
