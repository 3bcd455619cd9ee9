import type { AttachmentSource, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { InboundMessage, PlaceRef } from '../../../src/core/ports/platform.ts'
import { insertMessages } from '../../../src/threads/messages/insert-messages.ts'
import type { TestApp } from '../../support/app.ts'
import { directPlace, sharedPlace, type TestPerson } from '../../support/conversation.ts'
import { insertMemory } from './memory-rows.ts'
import type { Reader } from './secrets.ts'

/** Where somebody asks something, and what is to be found there. */
export interface Scene {
  readonly app: TestApp
  readonly person: TestPerson
  readonly place: PlaceRef
  readonly reader: Reader
}

/** Puts texts where the model will come upon them, and says what the message that asks has besides. */
export type Placement = (scene: Scene, texts: readonly string[]) => Promise<Partial<InboundMessage>>

const longAgo = '2026-11-03T08:00:00Z'
const yesterday = '2026-11-17T08:00:00Z'
const today = '2026-11-18T08:30:00Z'

/** What the search for the question finds. */
const plan = 'The zebra plan says'

async function sayAll({ person, place }: Scene, texts: readonly string[], at: string): Promise<Message[]> {
  const said: Message[] = []
  for (const text of texts) said.push(await person.say(text, at, { place }))
  return said
}

async function says(scene: Scene, text: string, at: string): Promise<Message> {
  const [said] = await sayAll(scene, [text], at)
  return said as Message
}

/** Where a text of any length can stand. */
export const ofTexts: Readonly<Record<string, Placement>> = {
  async 'what was said today'(scene, texts) {
    await sayAll(scene, texts, today)
    return {}
  },
  async 'what the bot itself said'(scene, texts) {
    const asked = await says(scene, 'Hello.', today)
    for (const text of texts) await scene.person.answer(asked, text)
    return {}
  },
  async 'outputs of tools in the history'(scene, texts) {
    const { threadId, segmentId, placeId, audience, sentAt } = await says(scene, 'Look it up.', today)
    const rows = texts.map((text, index) => ({
      ...{ segmentId, placeId, audience, sentAt, role: 'tool' as const, kind: 'chat' as const, text },
      tool: { id: `call-${index}`, name: 'conversation_get', arguments: '{}' },
    }))
    await scene.app.store.transaction((tx) => insertMessages(tx, threadId, rows))
    return {}
  },
  async 'what was said yesterday'(scene, texts) {
    await sayAll(scene, texts, yesterday)
    return {}
  },
  async 'what a search finds'(scene, texts) {
    await sayAll(
      scene,
      texts.map((text) => `${plan} ${text}`),
      longAgo,
    )
    return {}
  },
  async 'items of memory'({ app, person, reader }, texts) {
    const theme = { slug: 'plans', theme: 'Plans', at: new Date(longAgo) }
    await insertMemory(app.store, {
      userId: person.userId,
      audience: reader.audience,
      ...theme,
      items: texts.map((content) => ({ content })),
    })
    return {}
  },
  async 'a file'({ app }, texts) {
    const source = `file-${app.files.size}` as AttachmentSource
    app.files.set(source, Buffer.from(texts.join('\n\n')))
    return { attachments: [{ source, name: 'plan.txt', mediaType: 'text/plain' }] }
  },
  async 'the message replied to'(scene, texts) {
    const { platformMessageId } = await says(scene, texts.join('\n\n'), longAgo)
    return { replyTo: platformMessageId as PlatformMessageId }
  },
}

const eve = { id: 'eve', name: 'Eve' }

/** Where the words of somebody else can stand, too. */
export const ofForeignTexts: Readonly<Record<string, Placement>> = {
  'what another member wrote': async (_, texts) => ({ refersTo: [{ kind: 'reply', author: eve, text: texts.join('\n\n') }] }),
  'a quote of another member': async (_, texts) => ({ refersTo: [{ kind: 'quote', author: eve, text: texts.join('\n\n') }] }),
  'a forwarded message': async (_, texts) => ({ refersTo: [{ kind: 'forward', author: eve, text: texts.join('\n\n') }] }),
}

/** The same, where the model sees summaries: alone with the person. */
export const ofTextsAlone: Readonly<Record<string, Placement>> = {
  async 'a day summary'(scene, texts) {
    const { segmentId, changeSeq, sentAt } = await says(scene, 'Hello.', yesterday)
    const summary = { markdown: `## Summary\n${texts.join('\n\n')}`, mode: 'manual', model: 'test', language: 'en', updatedAt: sentAt }
    await scene.app.store.db.daySummary.create({ data: { segmentId, ...summary } })
    await scene.app.store.db.daySegment.update({ where: { id: segmentId }, data: { coveredSeq: changeSeq } })
    return {}
  },
  async 'what was heard in a call'({ person, reader }, texts) {
    const place = { ...directPlace(`call of ${reader.name}`), platform: 'voice' }
    for (const text of texts) await person.say(text, today, { place })
    return {}
  },
}

/** Where a short text can stand. */
export const ofNames: Readonly<Record<string, Placement>> = {
  async 'names of people'(scene, texts) {
    for (const authorName of texts) {
      const { id } = await says(scene, `${plan} nothing.`, yesterday)
      await scene.app.store.db.message.update({ where: { id }, data: { authorName } })
    }
    return {}
  },
  async 'titles of places'(scene, texts) {
    const [own = ''] = texts
    if (scene.place.kind === 'shared') return { place: { ...scene.place, title: own } }
    for (const [index, title] of texts.entries())
      await scene.person.say(`${plan} nothing.`, longAgo, { place: { ...sharedPlace(`${scene.reader.name}-${index}`), title } })
    return {}
  },
  async 'names of themes'({ app, person, reader }, texts) {
    // The names are only shown when there are too many themes to name all of them by their slugs.
    const fillers = Array.from({ length: 10 }, (_, index) => `Filler ${index}`)
    for (const [index, theme] of [...texts, ...fillers].entries()) {
      const items = [{ content: `Item ${index}.` }]
      await insertMemory(app.store, {
        userId: person.userId,
        audience: reader.audience,
        at: new Date(longAgo),
        slug: `theme-${index}`,
        theme,
        items,
      })
    }
    return {}
  },
  async 'names of files'(_, texts) {
    return {
      // What is before a slash would count as a folder.
      attachments: texts.map((text, index) => ({
        source: `name-${index}` as AttachmentSource,
        name: text.replace(/[\\/]/g, '∕'),
        mediaType: 'application/pdf',
      })),
    }
  },
}
