import { messageOf } from '../../../src/core/domain/errors.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import { type FakeChannel, type FakePerson, type PersonMessage, type Seen, startFakeSlack } from '../../fakes/slack/index.ts'
import type { SendFault, Stage, StageFile, StageMessage, StagePerson, StageRoom } from './stage.ts'

const faults = {
  busy: { status: 429, retryAfter: 1 },
  broken: { status: 500 },
  lost: 'cut-after',
  silent: 'no-answer',
} as const satisfies Record<SendFault, unknown>

/** What a menu that asks as one types is given. */
type Offered = { readonly options: readonly { readonly text: { readonly text: string }; readonly value: string }[] }

/** Connected by Socket Mode. */
export async function slackStage(options: { readonly clock?: Clock } = {}): Promise<Stage> {
  const fake = await startFakeSlack(options)
  const people = new Map<string, FakePerson>()
  const rooms = new Map<string, FakeChannel>()
  const said = new Map<string, PersonMessage>()
  const from = ({ id }: StagePerson) => people.get(id) as FakePerson
  const channel = ({ id }: StageRoom) => rooms.get(id) as FakeChannel
  const placeOf = ({ id }: StagePerson | StageRoom) => people.get(id) ?? (rooms.get(id) as FakeChannel)
  const replies = (seen: readonly Seen[]) =>
    seen.filter(({ byBot }) => byBot).map(({ ts, streaming, ...shown }) => ({ ...shown, id: ts, isGrowing: streaming }))
  const itself = { id: fake.bot.id, name: 'Throughline' }
  people.set(itself.id, { ...itself, isBot: true, directChannel: '' })
  const fileOf = ({ name, mediaType, content, isGone }: StageFile) => {
    const file = fake.file({ name, mimetype: mediaType, content })
    const nowhere = `${fake.origin}/files/F0/${name}`
    return isGone ? { ...file, url_private: nowhere, url_private_download: nowhere } : file
  }
  const within = (room: StageRoom | undefined) => (room ? { channel: channel(room) } : {})

  return {
    name: 'slack',
    env: { SLACK_BOT_TOKEN: fake.botToken, SLACK_APP_TOKEN: fake.appToken, SLACK_API_URL: fake.url },
    maxLength: 12_000,
    itself,
    person(name, facts) {
      const made = fake.person({ name, ...facts })
      people.set(made.id, made)
      return { id: made.id, name }
    },
    otherBot(name) {
      const made = fake.person({ name, isBot: true })
      people.set(made.id, made)
      return { id: made.id, name }
    },
    room(title, people) {
      const made = fake.channel(title, people && { isPrivate: true, members: people.members.map(from), creator: from(people.manager) })
      rooms.set(made.id, made)
      return { id: made.id, title }
    },
    leave: (by, room) => void fake.leave(from(by), channel(room)),
    say({ by, text, room, file, isAside = false }) {
      const mention = room && !isAside ? `${fake.mention} ` : ''
      const message = fake.message({
        from: from(by),
        ...within(room),
        text: mention + text,
        ...(file && { files: [fileOf(file)] }),
      })
      said.set(message.ts, message)
      const redeliver = (times: number) => {
        for (let time = 0; time < times; time++) void fake.deliver(message.telling)
      }
      const edit = (changed: string) => void fake.edit(message, mention + changed)
      return { id: message.ts, redeliver, edit, remove: () => void fake.remove(message) }
    },
    command: ({ by, room, name, args = {} }) =>
      void fake.slash({ from: from(by), ...within(room), command: `/${name}`, text: Object.values(args).join(' ') }),
    press(by, label, room) {
      const where = room ? channel(room) : from(by)
      const visible = [...fake.view(where), ...fake.privately(where, from(by))]
      const under = visible.reverse().find(({ buttons }) => buttons.includes(label))
      if (!under) throw new Error(`There is no button "${label}" to press`)
      void fake.press({ from: from(by), channel: room ? channel(room).id : from(by).directChannel, ts: under.ts, label })
    },
    stopReply(by, room) {
      const where = room ? channel(room) : from(by)
      const reply = fake.view(where).findLast(({ byBot }) => byBot)
      if (!reply) throw new Error('There is no reply to stop')
      fake.stopSession(from(by), reply.threadTs ?? reply.ts, room && channel(room))
    },
    react: ({ by, on, present }) => fake.react(from(by), { channel: from(by).directChannel, ts: on.id }, { name: '+1', present }),
    shown: (where) => replies(fake.view(placeOf(where))),
    shownPrivately: (by, room) => replies(fake.privately(channel(room), from(by))),
    files: (to) => fake.shared.filter(({ channel: where }) => where === from(to).directChannel).map(({ content }) => content),
    written: (where) => replies(fake.view(placeOf(where))).at(-1)?.text,
    progress: (where) => {
      const { id, directChannel = id } = placeOf(where) as FakePerson
      return fake.statuses.findLast(({ channel: shownIn }) => shownIn === directChannel)?.status
    },
    awaited: () => 0,
    async suggestions(by, { command, argument, text }) {
      const answer = (await fake.suggest(from(by), `suggest.${command}.${argument}`, text)) as Offered
      return answer.options.map(({ text: label, value }) => ({ label: label.text, value }))
    },
    chooseDay: (by, { command, day }) => void fake.submit(from(by), 'choose-day', { command, day }),
    chooseAction(by, { id }: StageMessage, _label) {
      const { channel: where, ts } = said.get(id) as PersonMessage
      void fake.messageShortcut({ from: from(by), channel: where, ts, callbackId: 'resummarize' })
    },
    failNextSend: (fault) => fake.failNext('chat.postMessage', faults[fault]),
    failNextShow: (fault) => fake.failNext('chat.startStream', faults[fault]),
    failNextEdit() {
      // What is streamed is ended; when that is refused, edited.
      fake.failNext('chat.stopStream', { error: 'message_not_found' })
      fake.failNext('chat.update', { error: 'message_not_found' })
    },
    removeReply(where, { id }) {
      const place = placeOf(where)
      fake.remove({ channel: 'directChannel' in place ? place.directChannel : place.id, ts: id })
    },
    cut() {
      fake.refuseSockets(true)
      fake.cutSockets()
      return () => fake.refuseSockets(false)
    },
    // What was not acknowledged is told again, however long that takes here.
    forgetSession() {},
    // Nobody blocks an app on Slack: the account is deactivated, and what was written with it is closed.
    block(person) {
      fake.disable(from(person))
      fake.archive({ id: from(person).directChannel, joined: true })
    },
    revokeToken() {
      fake.revokeBotToken()
      return fake.restoreTokens
    },
    calls: () => fake.calls.length,
    // Its commands come with its manifest.
    ready: async () => {},
    async waitFor(condition, what, timeoutMs = 15_000) {
      try {
        return await fake.waitFor(condition, timeoutMs)
      } catch (error) {
        const last = fake.calls.slice(-10).map(({ method, params }) => `${method} ${JSON.stringify(params).slice(0, 200)}`)
        throw new Error(`${what}: ${messageOf(error)}. The bot's last calls:\n${last.join('\n')}`)
      }
    },
    close: fake.close,
  }
}
