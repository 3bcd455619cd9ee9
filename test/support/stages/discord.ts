import type { Clock } from '../../../src/core/ports/clock.ts'
import {
  type FakeChannel,
  type FakeGuild,
  type FakeMessage,
  type FakeUser,
  type Seen,
  startFakeDiscord,
} from '../../fakes/discord/index.ts'
import type { SendFault, Stage, StageFile, StagePerson, StageRoom } from './stage.ts'

const send = 'POST /channels/:id/messages'
const manageChannels = 1n << 4n
const faults = {
  busy: { status: 429, retryAfter: 1 },
  broken: { status: 500 },
  lost: 'cut-after',
  silent: 'no-answer',
} as const satisfies Record<SendFault, unknown>

export async function discordStage(options: { readonly clock?: Clock } = {}): Promise<Stage> {
  const fake = await startFakeDiscord(options)
  const people = new Map<string, FakeUser>()
  const rooms = new Map<string, FakeChannel>()
  const guilds = new Map<string, FakeGuild>()
  const said = new Map<string, FakeMessage>()
  const from = ({ id }: StagePerson) => people.get(id) as FakeUser
  const channel = ({ id }: StageRoom) => rooms.get(id) as FakeChannel
  const placeOf = ({ id }: StagePerson | StageRoom) => people.get(id) ?? (rooms.get(id) as FakeChannel)
  const replies = (seen: readonly Seen[]) =>
    seen.filter(({ byBot }) => byBot).map(({ id, text, markup, buttons }) => ({ id, text, markup, buttons, isGrowing: false }))
  const offered = () => fake.waitFor(() => fake.commands.get('global'), 'the commands')
  const itself = { id: fake.bot.id, name: fake.bot.username }
  people.set(itself.id, fake.bot)
  const within = (room: StageRoom | undefined) => (room ? { channel: channel(room) } : {})

  return {
    name: 'discord',
    env: { DISCORD_BOT_TOKEN: fake.token, DISCORD_API_BASE: fake.url },
    maxLength: 2000,
    itself,
    person(name, { locale } = {}) {
      const made = fake.person(name, locale)
      people.set(made.id, made)
      return { id: made.id, name }
    },
    otherBot(name) {
      const made = fake.otherBot(name)
      people.set(made.id, made)
      return { id: made.id, name }
    },
    room(title, people) {
      const guild = fake.guild(`Server of ${title}`)
      const made = fake.channel(guild, title)
      rooms.set(made.id, made)
      guilds.set(made.id, guild)
      for (const member of people?.members ?? []) fake.join(guild, from(member))
      if (people) fake.join(guild, from(people.manager), [fake.role(guild, 'managers', manageChannels)])
      return { id: made.id, title }
    },
    leave: (by, room) => fake.leave(guilds.get(room.id) as FakeGuild, from(by)),
    say({ by, text, room, file, isAside = false }) {
      const mention = room && !isAside ? `<@${fake.bot.id}> ` : ''
      const message = fake.message({
        from: from(by),
        ...within(room),
        text: mention + text,
        ...(file && !file.isGone && { files: [file] }),
        ...(file?.isGone && { fields: { attachments: [goneFile(fake.url, file)] } }),
      })
      said.set(message.id, message)
      const redeliver = (times: number) => {
        for (let time = 0; time < times; time++) fake.redeliver(room ? channel(room) : from(by), message.id)
      }
      const edit = (changed: string) => void fake.edit(message, mention + changed)
      const remove = () => fake.remove(room ? channel(room) : from(by), message.id)
      return { id: message.id, redeliver, edit, remove }
    },
    command: ({ by, room, name, args }) => void fake.command({ from: from(by), ...within(room), name, ...(args && { args }) }),
    press: (by, label, room) => void fake.pressButton({ from: from(by), label, ...within(room) }),
    // Discord has nothing of its own to stop a bot with.
    stopReply: (by, room) => void fake.pressButton({ from: from(by), label: 'Stop', ...within(room) }),
    react: ({ by, on, present }) => fake.react({ id: on.id, channel_id: fake.direct(from(by)).id }, from(by), '👍', present),
    shown: (where) => replies(fake.view(placeOf(where))),
    shownPrivately: (by, room) => replies(fake.privately(from(by), channel(room))),
    files: (to) => fake.filesSent.filter(({ channelId }) => channelId === fake.direct(from(to)).id).map(({ content }) => content),
    written: (where) => replies(fake.view(placeOf(where))).at(-1)?.text,
    progress: (where) => replies(fake.view(placeOf(where))).at(-1)?.text,
    awaited: (where) => fake.thinking(placeOf(where)),
    chooseDay: (by, { command, day }) => void fake.command({ from: from(by), name: command, args: { day } }),
    suggestions: async (by, typing) =>
      (await fake.suggestions({ from: from(by), ...typing })).map(({ name, value }) => ({ label: name, value: String(value) })),
    chooseAction: (by, { id }, label) => void fake.chooseAction({ from: from(by), message: said.get(id) as FakeMessage, label }),
    failNextSend: (fault) => fake.failNext(send, faults[fault]),
    failNextEdit: () => fake.failNext('PATCH /channels/:id/messages/:id', { status: 404, code: 10008 }),
    removeReply: (where, { id }) => fake.remove(placeOf(where), id),
    cut() {
      fake.gateway.unreachable = true
      fake.gateway.cut()
      return () => {
        fake.gateway.unreachable = false
      }
    },
    forgetSession: () => fake.gateway.invalidate(),
    block: (person) => fake.block(from(person)),
    revokeToken() {
      fake.resetToken()
      return fake.restoreToken
    },
    calls: () => fake.calls.length,
    ready: async () => void (await offered()),
    waitFor: fake.waitFor,
    close: fake.close,
  }
}

/** As Discord tells of a file whose address leads nowhere any more. */
function goneFile(apiBase: string, { name, mediaType, content }: StageFile) {
  const url = new URL(`/attachments/1/1/${name}`, apiBase).href
  return { id: '1', filename: name, content_type: mediaType, size: content.length, url }
}
