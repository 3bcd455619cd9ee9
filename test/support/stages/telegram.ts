import type { Clock } from '../../../src/core/clock.ts'
import { type FakeChat, type FakePerson, startFakeTelegram } from '../../fakes/telegram/index.ts'
import type { SendFault, Stage, StagePerson, StageRoom } from './stage.ts'

const faults = { busy: { status: 429, retryAfter: 1 }, broken: { status: 500 }, lost: 'cut-after' } as const satisfies Record<
  SendFault,
  unknown
>

export async function telegramStage(options: { readonly clock?: Clock } = {}): Promise<Stage> {
  const fake = await startFakeTelegram(options)
  const people = new Map<string, FakePerson>()
  const rooms = new Map<string, FakeChat>()
  const from = ({ id }: StagePerson) => people.get(id) as FakePerson
  const chat = ({ id }: StageRoom) => rooms.get(id) as FakeChat
  const placeOf = ({ id }: StagePerson | StageRoom) => people.get(id) ?? (rooms.get(id) as FakeChat)
  const replies = (seen: readonly { id: number; byBot: boolean; text: string; buttons: readonly string[] }[]) =>
    seen.filter(({ byBot }) => byBot).map(({ id, text, buttons }) => ({ id: String(id), text, buttons }))

  return {
    name: 'telegram',
    env: { TELEGRAM_BOT_TOKEN: fake.token, TELEGRAM_API_ROOT: fake.url },
    person(name) {
      const made = fake.person({ name })
      people.set(String(made.id), made)
      return { id: String(made.id), name }
    },
    room(title) {
      const made = fake.group(title)
      rooms.set(String(made.id), made)
      return { id: String(made.id), title }
    },
    say({ by, text, room }) {
      const said = fake.message({
        from: from(by),
        ...(room && { chat: chat(room) }),
        text: room ? `@${fake.bot.username} ${text}` : text,
      })
      return { id: String(said.id), redeliver: (times) => fake.deliver(said.update, times) }
    },
    command({ by, room, name, args = {} }) {
      const line = [`/${name}${room ? `@${fake.bot.username}` : ''}`, ...Object.values(args)].join(' ')
      // In groups, commands of the menu are shown to the bot alone.
      fake.message({ from: from(by), ...(room && { chat: chat(room), ephemeral: true }), text: line })
    },
    press: (by, label, room) => void fake.pressButton({ from: from(by), label, ...(room && { chat: chat(room) }) }),
    shown: (where) => replies(fake.view(placeOf(where))),
    shownPrivately: (by, room) => replies(fake.viewPrivately(chat(room), from(by))),
    failNextSend: (fault) => fake.failNext('sendMessage', faults[fault]),
    failNextEdit: () => fake.failNext('editMessageText', { status: 400, description: 'Bad Request: message to edit not found' }),
    cut() {
      fake.refusePolls(true)
      return () => fake.refusePolls(false)
    },
    // What was not fetched is kept for a day.
    forgetSession() {},
    block: (person) => fake.block(from(person)),
    revokeToken() {
      fake.revokeToken()
      return fake.restoreToken
    },
    waitFor: fake.waitFor,
    close: fake.close,
  }
}
