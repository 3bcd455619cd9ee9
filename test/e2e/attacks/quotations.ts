import type { InboundMessage, PlaceRef, ReferencedMessage } from '../../../src/core/ports/platform.ts'
import { handle, message, press, storedAs, type TestApp } from '../../support/app.ts'
import { directPlace, testPerson } from '../../support/conversation.ts'
import type { Reader, Secrets } from './secrets.ts'

export interface Quotations {
  readonly app: TestApp
  readonly secrets: Secrets
  /** Where Ana says what Ben quotes. */
  readonly place: PlaceRef
  readonly audience: Reader['audience']
}

const run = { signal: new AbortController().signal, attempt: 1, last: true }

/** How Ana deletes a message. */
const deletions: readonly ((app: TestApp, said: InboundMessage) => Promise<void>)[] = [
  (app, { place, id }) => app.inbox({ type: 'deletion', place, id }),
  async (app, said) => {
    const { id } = await storedAs(app, said)
    await handle(app, message(app, 'ana', directPlace('ana'), `/forget #${id}`))
    await handle(app, press(app, 'ana', directPlace('ana'), app.sent.at(-1)?.buttons?.[0]?.action ?? ''))
  },
]

/**
 * Has Ben reply to, quote, forward and find what Ana says in a place that they share, there and where he is alone. Then she deletes it.
 * He also quotes Dan, who is blocked. Nothing may be left of any of it.
 */
export async function plantQuotations({ app, secrets, place, audience }: Quotations): Promise<void> {
  const gone = (kind: string) => secrets.hide({ kind, owners: [], audience })
  const says = async (text: string, where: PlaceRef, refersTo: readonly ReferencedMessage[] = []): Promise<void> => {
    const [{ id } = {}] = refersTo
    await handle(app, { ...message(app, 'ben', where, text), ...(refersTo.length > 0 && { refersTo }), ...(id && { replyTo: id }) })
  }
  const hidden = (owner: string, where: Reader['audience']) => {
    const kind = 'message that refers to one deleted later'
    return `The ${kind} hides ${secrets.hide({ kind, owners: [owner], audience: where })}.`
  }
  for (const remove of deletions) {
    const word = gone('message deleted later')
    const said = message(app, 'ana', place, `The message deleted later hides ${word}, and more.`)
    await handle(app, said)
    await handle(app, { ...message(app, 'ana', place, hidden('ana', audience)), replyTo: said.id })
    const author = { id: 'ana', name: gone('name of who deletes later') }
    const of = { author, text: said.text, sentAt: said.sentAt }
    await says(hidden('ben', audience), place, [{ ...of, kind: 'reply', id: said.id }])
    await says(hidden('ben', audience), place, [{ ...of, kind: 'quote', id: said.id, text: `hides ${word}` }])
    const alone = directPlace('ben')
    await says(hidden('ben', 'private'), alone, [{ ...of, kind: 'forward' }])
    await says(hidden('ben', 'private'), alone, [{ ...of, kind: 'quote', text: `hides ${word}` }])
    await says(said.text, alone, [{ ...of, kind: 'forward', text: '' }])
    await says(`/find ${word.slice(0, -1)}`, place)
    await says(`/open ${(await storedAs(app, said)).id}`, place)
    await remove(app, said)
    for (const { id } of await app.store.db.forgetRequest.findMany({ where: { state: 'confirmed' } }))
      await app.handlers.forget({ forgetRequestId: id as never }, run)
  }
  const { userId } = await testPerson(app.store, { name: 'dan' })
  await app.store.db.user.update({ where: { id: userId }, data: { blockedAt: app.clock.now() } })
  const dan = { id: 'dan', name: gone('name of who is blocked') }
  await says(hidden('ben', audience), place, [{ kind: 'reply', author: dan, text: gone('quotation of who is blocked') }])
  await says(gone('forward of who is blocked'), place, [{ kind: 'forward', author: dan, text: '' }])
}
