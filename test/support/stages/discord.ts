import type { Clock } from '../../../src/core/clock.ts'
import { type FakeChannel, type FakeMessage, type FakeUser, startFakeDiscord } from '../../fakes/discord/index.ts'
import type { SendFault, Stage, StagePerson, StageRoom } from './stage.ts'

const send = 'POST /channels/:id/messages'
const faults = { busy: { status: 429, retryAfter: 1 }, broken: { status: 500 }, lost: 'cut-after' } as const satisfies Record<
  SendFault,
  unknown
>

export async function discordStage(options: { readonly clock?: Clock } = {}): Promise<Stage> {
  const fake = await startFakeDiscord(options)
  const people = new Map<string, FakeUser>()
  const rooms = new Map<string, FakeChannel>()
  const said = new Map<string, FakeMessage>()
  const from = ({ id }: StagePerson) => people.get(id) as FakeUser
  const channel = ({ id }: StageRoom) => rooms.get(id) as FakeChannel
  const placeOf = ({ id }: StagePerson | StageRoom) => people.get(id) ?? (rooms.get(id) as FakeChannel)
  const within = (room: StageRoom | undefined) => (room ? { channel: channel(room) } : {})

  return {
    name: 'discord',
    env: { DISCORD_BOT_TOKEN: fake.token, DISCORD_API_BASE: fake.url },
    person(name) {
      const made = fake.person(name)
      people.set(made.id, made)
      return { id: made.id, name }
    },
    room(title) {
      const made = fake.channel(fake.guild(`Server of ${title}`), title)
      rooms.set(made.id, made)
      return { id: made.id, title }
    },
    say({ by, text, room }) {
      const message = fake.message({ from: from(by), ...within(room), text: room ? `<@${fake.bot.id}> ${text}` : text })
      said.set(message.id, message)
      const redeliver = (times: number) => {
        for (let time = 0; time < times; time++) fake.redeliver(room ? channel(room) : from(by), message.id)
      }
      return { id: message.id, redeliver }
    },
    command: ({ by, room, name, args }) => void fake.command({ from: from(by), ...within(room), name, ...(args && { args }) }),
    press: (by, label, room) => void fake.pressButton({ from: from(by), label, ...within(room) }),
    shown: (where) => fake.view(placeOf(where)).filter(({ byBot }) => byBot),
    shownPrivately: (by, room) => fake.privately(from(by), channel(room)),
    suggestions: async (by, typing) =>
      (await fake.suggestions({ from: from(by), ...typing })).map(({ name, value }) => ({ label: name, value: String(value) })),
    chooseAction: (by, { id }, label) => void fake.chooseAction({ from: from(by), message: said.get(id) as FakeMessage, label }),
    failNextSend: (fault) => fake.failNext(send, faults[fault]),
    failNextEdit: () => fake.failNext('PATCH /channels/:id/messages/:id', { status: 404, code: 10008 }),
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
    waitFor: fake.waitFor,
    close: fake.close,
  }
}
