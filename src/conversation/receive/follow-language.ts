import type { UserId } from '../../core/domain/ids.ts'
import { detectLanguage, type LanguageCode, type LanguageSource, toLanguageCode, weighLanguage } from '../../core/domain/languages.ts'
import { storeLanguage, type User } from '../../people/users.ts'
import type { Db } from '../../store/store.ts'

/** Adopts the language of a platform for a user of whom nothing is known. */
export async function adoptLocale(db: Db, user: User, locale = ''): Promise<User> {
  const language = user.languageSource === 'default' ? toLanguageCode(locale) : undefined
  if (!language) return user
  await storeLanguage(db, user.id, language, 'locale')
  return { ...user, language, languageSource: 'locale' }
}

/** How the language of a user who has not chosen one became known. */
type UncertainSource = Exclude<LanguageSource, 'choice'>

/** How many messages must be in a language to switch to it. The less certain the current language, the fewer. */
const neededMessages: Readonly<Record<UncertainSource, number>> = { default: 2, locale: 2, writing: 3 }

/** The share of the messages that must be in it. */
const neededShare = 3 / 4

/** How many of the latest messages that show a language are counted, and among how many messages they are looked for. */
const countedMessages = 6
const readMessages = 20

/** The number of characters of each message that are read. */
const maxCharacters = 500

/** Switches a user to the language that they write, once it is clear. Never replaces a language that they chose. */
export async function followLanguage(db: Db, user: User, text: string): Promise<void> {
  const { id, language: current, languageSource } = user
  if (languageSource === 'choice') return
  const written = weighLanguage(text) === 'nothing' ? undefined : detectLanguage(text, current)
  // The message confirms the language, or says nothing about one that is known.
  if (written === current && languageSource === 'writing') return
  if (written === undefined && languageSource !== 'default') return
  const texts = (await loadTexts(db, id)).filter((one) => weighLanguage(one) !== 'nothing').slice(0, countedMessages)
  const language = findWrittenLanguage(texts, { current, languageSource })
  if (language) await storeLanguage(db, id, language, 'writing')
}

/** Returns a user's latest messages, the latest first. What somebody else wrote and they forward is not among them. */
async function loadTexts(db: Db, userId: UserId): Promise<readonly string[]> {
  const rows = await db.$queryRaw<{ text: string }[]>`
    SELECT left(m.text, ${maxCharacters}::int) AS text FROM messages m JOIN continuous_threads c ON c.thread_id = m.thread_id
    WHERE c.user_id = ${userId} AND m.role = 'user' AND m.kind = 'chat' AND m.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM message_references r WHERE r.message_id = m.id AND r.kind = 'forward' AND r.text = '')
    ORDER BY m.sent_at DESC, m.platform_order DESC, m.id DESC LIMIT ${readMessages}`
  return rows.map(({ text }) => text)
}

/**
 * Returns the language in which most of the messages can be read, if enough of them can. Each is read as in that language, so that what a
 * user was first taken for does not count.
 */
function findWrittenLanguage(
  texts: readonly string[],
  { current, languageSource }: { readonly current: LanguageCode; readonly languageSource: UncertainSource },
): LanguageCode | undefined {
  const detected = texts.map((text) => detectLanguage(text, current)).filter((language) => language !== undefined)
  // The current language comes first, so that it stays if all messages can be read in it as well.
  const [most] = [...new Set([current, ...detected])]
    .map((language) => ({ language, readable: texts.filter((text) => detectLanguage(text, language) === language) }))
    .sort((a, b) => b.readable.length - a.readable.length)
  if (!most || most.readable.length < texts.length * neededShare) return undefined
  const isEnough = languageSource === 'default' && most.readable.some((text) => weighLanguage(text) === 'enough')
  return isEnough || most.readable.length >= neededMessages[languageSource] ? most.language : undefined
}
