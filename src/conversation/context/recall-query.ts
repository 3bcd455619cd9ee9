import type { Message } from '../../core/domain/messages.ts'
import { clip } from '../../core/domain/text.ts'

/** Characters of the incoming text that are searched for. */
const queryLength = 2_000

/** Words that say nothing to search for when a message has no others, in the languages that the search knows questions of. */
const smallTalk: ReadonlySet<string> = new Set(
  [
    'ok okay yes yeah yep no nope sure fine good great nice cool perfect right well thanks thank thx you very much so hi hello hey there morning evening night bye see later please sorry wow haha lol hmm hm aha and',
    'oui ouais non merci beaucoup bien sûr parfait super génial salut bonjour bonsoir coucou bonne nuit pardon désolé accord au revoir à plus tard',
    'ja nein doch danke vielen dank schön bitte gut super prima klar genau stimmt hallo guten morgen abend tag nacht tschüss bis später',
  ].flatMap((words) => words.split(' ')),
)

/** What to search for before a reply; undefined where the messages have no words that mean anything by themselves. */
export function buildRecallQuery(messages: readonly Pick<Message, 'text'>[]): string | undefined {
  const meant = messages.map(({ text }) => text).filter(hasContent)
  // The newest first: a search looks for a limited number of words, beginning with the first.
  return meant.length > 0 ? clip(meant.reverse().join('\n'), queryLength) : undefined
}

function hasContent(text: string): boolean {
  // Commands are typed in many ways, and some arrive as ordinary messages.
  if (/^\s*\/[a-z_]+(?:@\w+)?(?:\s|$)/i.test(text)) return false
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.some((word) => !smallTalk.has(word) && (word.length > 2 || /\P{ASCII}/u.test(word)))
}
