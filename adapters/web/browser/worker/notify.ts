import { findAccount, findPush, keepPush, removeAccount } from './account.ts'

declare const self: ServiceWorkerGlobalScope

/** What the server sends. */
interface PushedNotice {
  readonly account: number
  /** A later notification about the same replaces the one before. */
  readonly about: string
  readonly title: string
  readonly text: string
  /** What is shown in place of the text if the server cannot be asked who is signed in. */
  readonly brief: string
  readonly path: string
}

/** In ms. A notification waits no longer for the server. */
const askMs = 5_000

/**
 * Shows a notification, unless it is for somebody who is not signed in here any more. Then the browser is notified no more. It may have
 * waited at its push service, so the server is asked.
 */
export async function showNotification(data: PushMessageData | null): Promise<void> {
  const notice: PushedNotice | undefined = data?.json()
  if (!notice) return
  const account = String(notice.account)
  if (account !== (await findAccount())) return endNotifications()
  const signedIn = await askAccount()
  if (signedIn !== undefined && signedIn !== account) {
    await removeAccount()
    return endNotifications()
  }
  const { about, title, text, brief, path } = notice
  const body = signedIn === undefined ? brief : text
  await self.registration.showNotification(title, { body, tag: about, renotify: true, data: path } as NotificationOptions)
}

/** Asks the server for the account of the session. Empty if it has ended. Undefined if the server cannot be asked. */
async function askAccount(): Promise<string | undefined> {
  const how = { cache: 'no-store', signal: AbortSignal.timeout(askMs) } as const
  const response = await fetch('/settings/push/account/', how).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok && answer?.account !== undefined) return String(answer.account)
  // A proxy that wants a password answers with this status, too.
  return response?.status === 401 && answer?.error !== undefined ? '' : undefined
}

/** Opens what a notification is about, in an open page if there is one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const { href, origin } = new URL(String(notification.data), self.location.origin)
  if (origin !== self.location.origin) return
  // Other pages may hold a form that is half filled in.
  const page = (await self.clients.matchAll({ type: 'window' })).find(({ url }) => new URL(url).pathname.startsWith('/continuous/'))
  // A page that is being left cannot be directed elsewhere.
  const directed = await page?.navigate(href).catch(() => undefined)
  if (directed) await directed.focus()
  else await self.clients.openWindow(href)
}

/** Ends the subscription, and closes what is shown: somebody else may be signed in. */
export async function endNotifications(): Promise<void> {
  await keepPush(null)
  for (const notification of await self.registration.getNotifications()) notification.close()
  // The push service may be out of reach. The account that is kept decides what is shown.
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe().catch(() => false)
}

/** Tells the server the address that the push service has given to the browser in place of another. */
export async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey ?? (await findPush())?.key
  const subscription = newSubscription ?? (key ? await subscribe(key) : undefined)
  if (subscription) await saveSubscription(subscription)
}

/** Does that later if it has failed, or if the browser has said nothing: it was offline, or not running. */
export async function renewIfChanged(): Promise<void> {
  const known = await findPush()
  if (!known || Notification.permission !== 'granted') return
  const subscription = (await self.registration.pushManager.getSubscription()) ?? (await subscribe(known.key))
  if (subscription.endpoint !== known.endpoint) await saveSubscription(subscription)
}

const subscribe = (applicationServerKey: BufferSource | string): Promise<PushSubscription> =>
  self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })

async function saveSubscription(subscription: PushSubscription): Promise<void> {
  const account = Number(await findAccount())
  if (!account) return
  const { endpoint } = subscription
  const { keys = {} } = subscription.toJSON()
  const body = JSON.stringify({ account, endpoint, p256dh: keys['p256dh'], auth: keys['auth'] })
  const response = await fetch('/settings/push/renew/', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const known = await findPush()
  if (response.ok && known) await keepPush({ ...known, endpoint })
}

/** https://www.w3.org/TR/push-api/#the-pushsubscriptionchange-event */
export interface SubscriptionChange {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}
