import WebSocket from 'ws'
import { createWebAdapter } from '../../../adapters/web/index.ts'
import { applyPreviewChange } from '../../../adapters/web/shared/preview-blocks.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { DeliveryKey, InboundEvent, ReplyPart } from '../../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../../src/core/ports/platform-adapter.ts'
import { type AdapterHarness, contractCommands, type Shown, typedCommand } from '../../contract/platform-adapter.ts'
import { type Page, preparePage, reply, signIn, type Visitor, write } from './page-harness.ts'
import { readableOf } from './readable.ts'

/** Plays a browser, which posts again until it is answered, and the core, which stores what is sent before it is sent. */
export async function pageHarness(): Promise<AdapterHarness> {
  const page = await preparePage({ options: { commands: contractCommands } })
  // What people see comes from another process, which goes on when the adapter under test has stopped.
  const elsewhere = createWebAdapter(page.options)
  await elsewhere.receiver.start(async () => {})
  const reader = await signIn({ ...page, url: elsewhere.receiver.url })
  const live = await follow(elsewhere.receiver.url, reader)
  const parts = storedParts(page)
  const posted = new Map<PlatformMessageId, object>()
  const acknowledged = new Set<PlatformMessageId>()
  const reached = new Map<string, () => void>()
  let said = 0

  const adapter: PlatformAdapter = {
    ...page.adapter,
    receiver: {
      start: (inbox) =>
        page.adapter.receiver.start((event: InboundEvent) => {
          const taken = inbox(event)
          if ('id' in event) reached.get(event.id)?.()
          return taken
        }),
      stop: () => page.adapter.receiver.stop(),
    },
    sender: {
      ...page.adapter.sender,
      async send(to, part, key) {
        await parts.store(part, key)
        return page.adapter.sender.send(to, part, key)
      },
      async edit(to, id, part) {
        await parts.change(id, part)
        await page.adapter.sender.edit?.(to, id, part)
      },
    },
  }

  // The session is one; its cookie is named after the port.
  const cookie = () => reader.cookie.replace(/_\d+=/, `_${new URL(page.adapter.receiver.listening).port}=`)
  const post = (body: object) =>
    fetch(`${page.adapter.receiver.listening}/continuous/add-message/`, {
      method: 'POST',
      headers: { cookie: cookie(), origin: page.adapter.receiver.listening, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const deliver = async (id: PlatformMessageId) => {
    for (let status = 0; status !== 202; ) {
      status = (await post(posted.get(id) ?? {})).status
      // Posting again would not help.
      if (status >= 400 && status < 500) throw new Error(`The page refused a post with ${status}.`)
    }
    acknowledged.add(id)
  }
  const shown = async () => shownOf(await reader.get('/continuous/messages/?since=0', {}), parts.ids)

  const say = async (text: string) => {
    const id = `said-on-the-page-${++said}` as PlatformMessageId
    posted.set(id, { id, text })
    const reachedAdapter = new Promise<void>((resolve) => reached.set(id, resolve))
    await Promise.race([reachedAdapter, deliver(id)])
    return id
  }
  const notHere = (what: string) => () => Promise.reject(new Error(`A page has no ${what}.`))

  return {
    adapter,
    say: ({ text }) => say(text),
    async edit(_place, id, text) {
      // The page changes only what is stored, which is up to the core.
      const { id: edits } = await write(page, { id, text: 'As it was said', sentAt: page.options.clock.now() })
      await post({ id: `edited-on-the-page-${++said}`, text, edits })
    },
    remove: notHere('deletions'),
    react: notHere('reactions'),
    command: async (_place, name, args) => void (await say(typedCommand(name, args))),
    chooseAction: notHere('menu of a message'),
    suggestions: notHere('suggestions'),
    async offeredCommands() {
      const html = await (await reader.get('/continuous/')).text()
      return [...html.matchAll(/data-command="\/(\w+)"/g)].map(([, name = '']) => name)
    },
    async press(id, label) {
      const action = (await shown()).find((message) => message.id === id)?.actions.get(label)
      await post({ id: `pressed-on-the-page-${++said}`, action })
    },
    redeliver: deliver,
    acknowledged: async (id) => acknowledged.has(id),
    shown: async (place) => (place === 'direct' ? (await shown()).map(({ actions: _, ...message }) => message) : []),
    shownPrivately: async () => [],
    typingShown: async (place) => (place === 'direct' ? live.typing() : 0),
    previewShown: async (place) => (place === 'direct' ? live.preview() : undefined),
    failNextSend: notHere('sends that fail'),
    async close() {
      live.close()
      await elsewhere.receiver.stop()
    },
  }
}

/** The messages of the bot in the thread of the page, one for each part that was sent. */
function storedParts(page: Page) {
  const ids = new Map<number, PlatformMessageId>()
  return {
    ids,
    async store(part: ReplyPart, key: DeliveryKey): Promise<void> {
      const now = page.options.clock.now()
      const asked = (await page.store.db.message.findFirst({ where: { role: 'user' } })) as Message | null
      const message = await reply(page, asked ?? (await write(page, { text: 'Hello', sentAt: now })), { text: part.text, sentAt: now })
      await page.store.db.delivery.create({
        data: {
          messageId: message.id,
          part: 0,
          text: part.text,
          collapsed: part.collapsed ?? false,
          state: 'sending',
          updatedAt: now,
          ...buttonsOf(part),
        },
      })
      ids.set(message.id, `page:${key}` as PlatformMessageId)
    },
    async change(id: PlatformMessageId, part: ReplyPart): Promise<void> {
      const [messageId] = [...ids].find(([, sent]) => sent === id) ?? []
      await page.store.db.message.update({ where: { id: messageId ?? 0 }, data: { text: part.text } })
      await page.store.db.delivery.updateMany({ where: { messageId: messageId ?? 0 }, data: { text: part.text, ...buttonsOf(part) } })
    },
  }
}

const buttonsOf = ({ buttons = [] }: ReplyPart) => ({ buttons: buttons.map((button) => ({ ...button })) })

type ShownOnPage = Shown & { readonly actions: ReadonlyMap<string, string> }

async function shownOf(response: Response, ids: ReadonlyMap<number, PlatformMessageId>): Promise<ShownOnPage[]> {
  const { messages } = (await response.json()) as { messages: { id: number; html: string }[] }
  return messages.flatMap(({ id, html }) => {
    const sent = ids.get(id)
    return sent ? [{ id: sent, ...readableOf(html) }] : []
  })
}

async function follow(url: string, { cookie }: Visitor) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/continuous/live?since=0`, { headers: { cookie, origin: url } })
  let typing = 0
  let preview: string | undefined
  let blocks: string[] = []
  socket.on('message', (data) => {
    const event = JSON.parse(String(data))
    if (event.type === 'typing') typing++
    if (event.type === 'preview') {
      blocks = applyPreviewChange(blocks, event)
      preview = readableOf(blocks.join('')).text
    }
    if (event.type === 'preview-end') preview = undefined
  })
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return { typing: () => typing, preview: () => preview, close: () => socket.terminate() }
}
