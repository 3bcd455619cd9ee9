import type { Message } from '../../core/domain/messages.ts'
import { clip } from '../../core/domain/text.ts'

/** The most characters of the incoming text used as the query. */
const queryLength = 2_000

/** Small talk, in the languages whose questions the search understands. A message of nothing else is not searched for. */
const smallTalk: ReadonlySet<string> = new Set(
  [
    'ok okay yes yeah yep no nope sure fine good great nice cool perfect right well thanks thank thx you very much so hi hello hey there morning evening night bye see later please sorry wow haha lol hmm hm aha and',
    'oui ouais non merci beaucoup bien sûr parfait super génial salut bonjour bonsoir coucou bonne nuit pardon désolé accord au revoir à plus tard',
    'ja nein doch danke vielen dank schön bitte gut super prima klar genau stimmt hallo guten morgen abend tag nacht tschüss bis später',
  ].flatMap((words) => words.split(' ')),
)

/** Builds the search query for a reply. Returns undefined if the messages are only small talk or commands. */
export function buildRecallQuery(messages: readonly Pick<Message, 'text'>[]): string | undefined {
  const meant = messages.map(({ text }) => text).filter(hasContent)
  // Newest first, because a search uses a limited number of words from the beginning.
  return meant.length > 0 ? clip(meant.reverse().join('\n'), queryLength) : undefined
}

function hasContent(text: string): boolean {
  // Some mistyped commands arrive as ordinary messages.
  if (/^\s*\/[a-z_]+(?:@\w+)?(?:\s|$)/i.test(text)) return false
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.some((word) => !smallTalk.has(word) && (word.length > 2 || /\P{ASCII}/u.test(word)))
}
