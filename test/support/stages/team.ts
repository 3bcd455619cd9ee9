import { expect } from 'vitest'
import type { PlaceId } from '../../../src/core/domain/ids.ts'
import { addUser } from '../../../src/people/users.ts'
import { idle, type RunningBot } from '../bot.ts'
import type { Scene } from './scene.ts'
import type { Stage, StageMessage, StagePerson, StageReply, StageRoom } from './stage.ts'

/** Four people in a channel: Mara manages it; Mara, Otto and Lea may talk to the bot, which does not know Noor. */
export interface Team {
  readonly room: StageRoom
  readonly mara: StagePerson
  readonly noor: StagePerson
  readonly otto: StagePerson
  readonly lea: StagePerson
  /** Somebody says something to the others, at a time of the day of the scene: "08:02". Waits until it is logged, or was left out. */
  says(by: StagePerson, time: string, text: string): Promise<StageMessage>
  /** What the bot answers to a command, which only this person sees. */
  gives(by: StagePerson, name: string, args?: Readonly<Record<string, string>>): Promise<readonly StageReply[]>
  /** The log as "author: text", in order. */
  log(): Promise<readonly string[]>
  placeId(): Promise<PlaceId>
}

const days = new WeakMap<RunningBot, string>()

/** It is eight in the morning in London, on the next day of the scene. */
function beginDay({ bot }: Pick<Scene, 'bot'>): void {
  const tomorrow = new Date(bot.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  days.set(bot, tomorrow)
  bot.clock.jumpTo(`${tomorrow}T08:00:00Z`)
}

/** It is a time of the day of the scene. Time never goes back. */
export function setTime({ bot }: Pick<Scene, 'bot'>, time: string): void {
  const at = new Date(`${days.get(bot)}T${time.length > 5 ? time : `${time}:00`}Z`)
  if (at > bot.clock.now()) bot.clock.jumpTo(at)
}

const accountOf = ({ name }: Stage, { id }: StagePerson) => ({
  platform: name,
  tenant: name === 'slack' ? 'T0ACME' : '',
  platformUserId: id,
})

/** People come together in a channel of their own, on a new day. Nothing is logged yet. */
export async function meet(scene: Scene, title: string): Promise<Team> {
  const { stage, bot } = scene
  const { store } = bot.app
  beginDay(scene)
  const [mara, noor, otto, lea] = ['Mara', 'Noor', 'Otto', 'Lea'].map((name) => stage.person(name)) as [
    StagePerson,
    StagePerson,
    StagePerson,
    StagePerson,
  ]
  for (const person of [mara, otto, lea]) await addUser(store, accountOf(stage, person), { name: person.name, now: bot.clock.now() })
  const room = stage.room(title, { members: [mara, noor, otto, lea], manager: mara })
  const find = () => store.db.channel.findFirstOrThrow({ where: { place: { platform: stage.name, address: { contains: room.id } } } })
  const rows = async () => {
    const { threadId } = await find()
    const where = { threadId, deletedAt: null, kind: 'chat' }
    return store.db.message.findMany({ where, orderBy: [{ sentAt: 'asc' }, { platformOrder: 'asc' }] })
  }
  const log = async () => (await rows()).map(({ authorName, text }) => `${authorName}: ${text}`)
  return {
    ...{ room, mara, noor, otto, lea, log },
    async says(by, time, text) {
      setTime(scene, time)
      const said = stage.say({ by, room, text, isAside: true })
      await expect.poll(log).toContain(`${by.name}: ${text}`)
      return said
    },
    gives: (by, name, args) => scene.privateRepliesTo(by, room, () => stage.command({ by, room, name, ...(args && { args }) })),
    placeId: async () => (await find()).placeId as PlaceId,
  }
}

/** Mara switches the log on. */
export async function openLog(scene: Scene, title: string): Promise<Team> {
  const team = await meet(scene, title)
  await team.gives(team.mara, 'channel', { action: 'on' })
  return team
}

const run = { signal: new AbortController().signal, attempt: 1, last: true }

/** Five minutes pass, and what is due is done: all closed windows of channels that are on are summarized. */
export async function summarizeClosed({ bot }: Pick<Scene, 'bot'>): Promise<void> {
  const { app, clock } = bot
  clock.jumpTo(new Date(clock.now().getTime() + 5 * 60_000 + 1))
  await app.handlers['summarize-channels']({}, run)
  const due = async () => {
    const before = new Date(clock.now().getTime() - 30 * 60_000)
    const [row] = await app.store.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM channel_windows w JOIN channels c ON c.place_id = w.place_id
      WHERE c.is_on AND w.starts_at <= ${before} AND w.revision IS DISTINCT FROM w.summarized_revision`
    return row?.count
  }
  await expect.poll(due).toBe(0)
  await idle(bot)
}
