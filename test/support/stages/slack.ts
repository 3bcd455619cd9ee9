import type { Clock } from '../../../src/core/clock.ts'
import { type FakeChannel, type FakePerson, type PersonMessage, startFakeSlack } from '../../fakes/slack/index.ts'
import type { SendFault, Stage, StageMessage, StagePerson, StageRoom } from './stage.ts'

const faults = { busy: { status: 429, retryAfter: 1 }, broken: { status: 500 }, lost: 'cut-after' } as const satisfies Record<
  SendFault,
  unknown
>

/** Connected by Socket Mode. */
export async function slackStage(options: { readonly clock?: Clock } = {}): Promise<Stage> {
  const fake = await startFakeSlack(options)
  const people = new Map<string, FakePerson>()
  const rooms = new Map<string, FakeChannel>()
  const said = new Map<string, PersonMessage>()
  const from = ({ id }: StagePerson) => people.get(id) as FakePerson
  const channel = ({ id }: StageRoom) => rooms.get(id) as FakeChannel
  const placeOf = ({ id }: StagePerson | StageRoom) => people.get(id) ?? (rooms.get(id) as FakeChannel)
  const within = (room: StageRoom | undefined) => (room ? { channel: channel(room) } : {})

  return {
    name: 'slack',
    env: { SLACK_BOT_TOKEN: fake.botToken, SLACK_APP_TOKEN: fake.appToken, SLACK_API_URL: fake.url },
    person(name) {
      const made = fake.person({ name })
      people.set(made.id, made)
      return { id: made.id, name }
    },
    room(title) {
      const made = fake.channel(title)
      rooms.set(made.id, made)
      return { id: made.id, title }
    },
    say({ by, text, room }) {
      const message = fake.message({ from: from(by), ...within(room), text: room ? `${fake.mention} ${text}` : text })
      said.set(message.ts, message)
      const redeliver = (times: number) => {
        for (let time = 0; time < times; time++) void fake.deliver(message.telling)
      }
      return { id: message.ts, redeliver }
    },
    command: ({ by, room, name, args = {} }) =>
      void fake.slash({ from: from(by), ...within(room), command: `/${name}`, text: Object.values(args).join(' ') }),
    press(by, label, room) {
      const where = room ? channel(room) : from(by)
      const under = [...fake.view(where)].reverse().find(({ buttons }) => buttons.includes(label))
      if (!under) throw new Error(`There is no button "${label}" to press`)
      void fake.press({ from: from(by), channel: room ? channel(room).id : from(by).directChannel, ts: under.ts, label })
    },
    shown: (where) =>
      fake
        .view(placeOf(where))
        .filter(({ byBot }) => byBot)
        .map(({ ts, text, buttons }) => ({ id: ts, text, buttons })),
    shownPrivately: (by, room) => fake.privately(channel(room), from(by)).map(({ ts, text, buttons }) => ({ id: ts, text, buttons })),
    chooseAction(by, { id }: StageMessage, _label) {
      const { channel: where, ts } = said.get(id) as PersonMessage
      void fake.messageShortcut({ from: from(by), channel: where, ts, callbackId: 'resummarize' })
    },
    failNextSend: (fault) => fake.failNext('chat.postMessage', faults[fault]),
    failNextEdit: () => fake.failNext('chat.update', { error: 'message_not_found' }),
    cut() {
      fake.refuseSockets(true)
      fake.cutSockets()
      return () => fake.refuseSockets(false)
    },
    // What was not acknowledged is told again, however long that takes here.
    forgetSession() {},
    block: (person) => fake.disable(from(person)),
    revokeToken() {
      fake.revokeBotToken()
      return fake.restoreTokens
    },
    waitFor: (condition, _what, timeoutMs) => fake.waitFor(condition, timeoutMs),
    close: fake.close,
  }
}
