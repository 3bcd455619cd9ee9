import type { Clock } from '../../../src/core/ports/clock.ts'
import { type FakeChat, type FakePerson, type MessageFile, type Seen, startFakeTelegram } from '../../fakes/telegram/index.ts'
import type { SendFault, Stage, StageFile, StagePerson, StageRoom } from './stage.ts'

const faults = {
  busy: { status: 429, retryAfter: 1 },
  broken: { status: 500 },
  lost: 'cut-after',
  silent: 'no-answer',
} as const satisfies Record<SendFault, unknown>

export async function telegramStage(options: { readonly clock?: Clock } = {}): Promise<Stage> {
  const fake = await startFakeTelegram(options)
  const people = new Map<string, FakePerson>()
  const rooms = new Map<string, FakeChat>()
  const from = ({ id }: StagePerson) => people.get(id) as FakePerson
  const chat = ({ id }: StageRoom) => rooms.get(id) as FakeChat
  const placeOf = ({ id }: StagePerson | StageRoom) => people.get(id) ?? (rooms.get(id) as FakeChat)
  const replies = (seen: readonly Seen[]) =>
    seen.filter(({ byBot }) => byBot).map(({ id, text, markup, buttons }) => ({ id: String(id), text, markup, buttons, isGrowing: false }))
  const draftOf = (person: FakePerson) => fake.drafts.findLast(({ chatId }) => chatId === person.id)
  const itself = { id: String(fake.bot.id), name: fake.bot.first_name }
  people.set(itself.id, fake.bot)

  const written = (where: StagePerson | StageRoom) => {
    const place = placeOf(where)
    return 'type' in place ? replies(fake.view(place)).at(-1)?.text : draftOf(place)?.text
  }

  return {
    name: 'telegram',
    env: { TELEGRAM_BOT_TOKEN: fake.token, TELEGRAM_API_ROOT: fake.url },
    maxLength: 4096,
    itself,
    person(name, { locale } = {}) {
      const made = fake.person({ name, ...(locale !== undefined && { language: locale }) })
      people.set(String(made.id), made)
      return { id: String(made.id), name }
    },
    otherBot(name) {
      const made = fake.person({ name, isBot: true })
      people.set(String(made.id), made)
      return { id: String(made.id), name }
    },
    room(title, people) {
      const made = fake.group(title)
      rooms.set(String(made.id), made)
      if (people) {
        fake.setRole(made, from(people.manager), 'administrator')
        fake.turnPrivacyOff()
      }
      return { id: String(made.id), title }
    },
    leave: (by, room) => fake.setRole(chat(room), from(by), 'left'),
    say({ by, text, room, file, isAside = false }) {
      const mention = room && !isAside ? `@${fake.bot.username} ` : ''
      const words = mention + text
      if (file?.isGone) fake.failNext('getFile', { status: 400, description: 'Bad Request: file is temporarily unavailable' })
      const said = fake.message({
        from: from(by),
        ...(room && { chat: chat(room) }),
        ...(file ? { ...(words !== '' && { caption: words }), file: fileOf(file) } : { text: words }),
      })
      const edit = (changed: string) => void fake.edit(said, mention + changed)
      return { id: String(said.id), redeliver: (times) => fake.deliver(said.update, times), edit }
    },
    command({ by, room, name, args = {} }) {
      const line = [`/${name}${room ? `@${fake.bot.username}` : ''}`, ...Object.values(args)].join(' ')
      // In groups, commands of the menu are shown to the bot alone.
      fake.message({ from: from(by), ...(room && { chat: chat(room), ephemeral: true }), text: line })
    },
    press: (by, label, room) => void fake.pressButton({ from: from(by), label, ...(room && { chat: chat(room) }) }),
    stopReply(by, room) {
      const draft = room ? undefined : draftOf(from(by))
      if (draft) fake.stopDraft(draft)
      else fake.pressButton({ from: from(by), label: 'Stop', ...(room && { chat: chat(room) }) })
    },
    react: ({ by, on, present }) => fake.react({ from: from(by), message: Number(on.id), emoji: '👍', present }),
    shown: (where) => replies(fake.view(placeOf(where))),
    shownPrivately: (by, room) => replies(fake.viewPrivately(chat(room), from(by))),
    files: (to) => fake.documents.filter(({ chatId }) => chatId === from(to).id).map(({ content }) => content),
    written,
    // A draft is gone once a message is sent.
    progress: (where) => {
      const last = fake.calls.findLast(
        ({ method, params }) => /^send(?:Rich)?Message/.test(method) && params['chat_id'] === Number(where.id),
      )
      return last?.method === 'sendMessageDraft' ? written(where) : undefined
    },
    // A press that is not answered yet shows at its button, and nowhere else.
    awaited: () => 0,
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
    calls: () => fake.calls.length,
    ready: async () => {},
    waitFor: fake.waitFor,
    close: fake.close,
  }
}

const kinds: readonly (readonly [RegExp, MessageFile['kind']])[] = [
  [/^image\//, 'photo'],
  [/^audio\//, 'voice'],
]

function fileOf({ name, mediaType, content }: StageFile): MessageFile {
  const kind = kinds.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'document'
  return { kind, name, mediaType, content }
}
