import type { DeliveryKey, PlatformAdapter, ReplyPart } from '../../../src/core/platform.ts'
import WebSocket from 'ws'
import { pageAddress } from '../../../adapters/web/address.ts'
import type { PlaceAddress, PlatformMessageId } from '../../../src/core/ids.ts'
import { silentLog } from '../../../src/core/log.ts'
import type { Message } from '../../../src/core/messages.ts'
import { type AdapterHarness, platformAdapterContract, type Shown } from '../../contract/platform-adapter.ts'
import { readableOf } from './readable.ts'
import { preparePage, signIn, type Visitor, write } from './page-harness.ts'

const alone = 'a page is read by one person alone'
const broadcastOnly = 'a page shows what is stored, so a send only announces it and has nobody to fail at'

platformAdapterContract('the web page', {
  start: startHarness,
  exceptions: {
    'a reply sent to the address of a shared message arrives there and nowhere else': alone,
    'in a shared place only what is said to the bot is addressed': alone,
    'a reply to the bot is addressed and names what it answers': alone,
    'a reply to somebody else is not addressed': alone,
    "the bot's own messages and those of other bots are ignored": alone,
    'an edit arrives whole, under the id of what it edits': 'what was sent from the page cannot be edited there yet',
    'a part can be shown as a reply': 'a page is one conversation in order, and quotes nothing',
    'a send that fails says what became of it, and is not tried again': broadcastOnly,
  },
})

/** Plays the core, which stores what is sent before it is sent, and a browser, which posts again until it is answered. */
async function startHarness(): Promise<AdapterHarness> {
  const page = await preparePage({ options: { log: silentLog } })
  const address = pageAddress(page.owner.id)
  const acknowledged = new Set<PlatformMessageId>()
  const posted = new Map<PlatformMessageId, object>()
  const stored = new Map<PlatformMessageId, Message>()
  const seen = { typing: 0, preview: undefined as string | undefined }
  const gone = new AbortController()
  let visitor: Visitor | undefined
  let sayings = 0

  const store = async (part: ReplyPart, key: DeliveryKey): Promise<Message> => {
    const asked = await page.store.db.message.findFirst({ orderBy: { id: 'desc' } })
    const to = (asked as Message | null) ?? (await write(page, { text: 'Hello', sentAt: page.options.clock.now() }))
    const [message] = await page.reply(to, part.text)
    const delivery = { messageId: message.id, part: 0, text: part.text, buttons: [...(part.buttons ?? [])].map((button) => ({ ...button })) }
    await page.store.db.delivery.create({
      data: { ...delivery, collapsed: part.collapsed ?? false, state: 'sending', error: key, updatedAt: page.options.clock.now() },
    })
    return message
  }
  const adapter: PlatformAdapter = {
    ...page.adapter,
    receiver: {
      start: async (inbox) => {
        await page.adapter.receiver.start(inbox)
        visitor = await signIn(page)
        await follow(visitor)
      },
      stop: () => page.adapter.receiver.stop(),
    },
    sender: {
      ...page.adapter.sender,
      async send(to, part, key) {
        const message = await store(part, key)
        const id = await page.adapter.sender.send(to, part, key)
        stored.set(id, message)
        return id
      },
      async edit(to, id, part) {
        await page.store.db.message.update({ where: { id: stored.get(id)?.id ?? 0 }, data: { text: part.text } })
        await page.adapter.sender.edit?.(to, id, part)
      },
    },
  }

  async function follow({ cookie }: Visitor): Promise<void> {
    const socket = new WebSocket(`${page.adapter.receiver.listening.replace('http', 'ws')}/continuous/live?since=0`, {
      headers: { cookie, origin: page.adapter.receiver.listening },
    })
    gone.signal.addEventListener('abort', () => socket.terminate())
    socket.on('message', (data) => {
      const event = JSON.parse(String(data))
      if (event.type === 'typing') seen.typing++
      if (event.type === 'preview') seen.preview = readableOf(event.html).text
      if (event.type === 'preview-end') seen.preview = undefined
    })
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  }

  const deliver = async (id: PlatformMessageId) => {
    while (!gone.signal.aborted) {
      const response = await visitor?.post('/continuous/add-message/', posted.get(id)).catch(() => undefined)
      if (response?.status === 202) return void acknowledged.add(id)
      if (!response) return
    }
  }

  return {
    adapter,
    async say({ text }) {
      const id = `said-on-the-page-${++sayings}` as PlatformMessageId
      posted.set(id, { id, text })
      const before = page.arrivals()
      void deliver(id)
      await page.arrival(before)
      return id
    },
    edit: () => Promise.reject(new Error('a page has no edits')),
    async press(_id, label) {
      const [shown] = await shownMessages()
      const action = shown?.actions.get(label)
      await visitor?.post('/continuous/add-message/', { id: `pressed-on-the-page-${++sayings}`, action })
    },
    redeliver: (id) => deliver(id),
    acknowledged: async (id) => acknowledged.has(id),
    shown: async (place) => (place === 'shared' ? [] : shownMessages()),
    typingShown: async (place) => (place === 'shared' ? 0 : seen.typing),
    previewShown: async () => seen.preview,
    failNextSend: () => Promise.reject(new Error('a page cannot fail')),
    async close() {
      gone.abort()
    },
  }

  async function shownMessages(): Promise<(Shown & { actions: Map<string, string> })[]> {
    return []
  }
  void address
  void (null as PlaceAddress | null)
}
