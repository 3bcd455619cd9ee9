import { findAccount } from './account.ts'

declare const self: ServiceWorkerGlobalScope

/** What the server sends. */
interface PushedNotice {
  readonly account: number
  readonly title: string
  readonly text: string
  readonly path: string
}

/** A later notification replaces the one before. */
const tag = 'conversation'

/** Shows a notification, unless it is for somebody who is not signed in here any more. Then the browser is notified no more. */
export async function showNotification(data: PushMessageData | null): Promise<void> {
  const notice: PushedNotice | undefined = data?.json()
  if (!notice) return
  const account = await findAccount()
  if (account !== String(notice.account)) return endNotifications()
  const { title, text, path } = notice
  await self.registration.showNotification(title, { body: text, tag, renotify: true, data: path } as NotificationOptions)
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
  for (const notification of await self.registration.getNotifications()) notification.close()
  // The push service may be out of reach. The account that is kept decides what is shown.
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe().catch(() => false)
}

/** Tells the server the address that the push service has given to the browser in place of another. */
export async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey
  const subscription =
    newSubscription ??
    (key ? await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : undefined)
  const account = Number(await findAccount())
  if (!subscription || !account) return
  const { keys = {} } = subscription.toJSON()
  const body = JSON.stringify({ account, endpoint: subscription.endpoint, p256dh: keys['p256dh'], auth: keys['auth'] })
  await fetch('/settings/push/renew/', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

/** https://www.w3.org/TR/push-api/#the-pushsubscriptionchange-event */
export interface SubscriptionChange {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}
