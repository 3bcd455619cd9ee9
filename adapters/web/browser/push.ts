// The settings of notifications. The browser asks for its permission only when the switch is turned on.
import type { KnownPush, WorkerRequest } from '../shared/worker-request.ts'
import { find, need } from './lib/dom.ts'
import { keepOfflineShell } from './lib/offline-shell.ts'
import { post, sentenceOf } from './lib/post.ts'
import { text } from './lib/texts.ts'

type Obstacle = 'insecure' | 'unsupported' | 'blocked'

/** In ms. For how long a browser is given time to start the worker of the page. */
const workerMs = 20_000

const section = find('#push[data-key]', HTMLElement)
if (section) void enablePush(section)

async function enablePush(section: HTMLElement): Promise<void> {
  const choice = need('#push-choice', HTMLElement, section)
  const box = need('#push-switch', HTMLInputElement, section)
  const tryIt = need('#push-try', HTMLButtonElement, section)
  const answer = need('#push-answer', HTMLOutputElement, section)
  const { account = '', key = '' } = section.dataset
  const own = { account: Number(account) }

  const show = (isOn: boolean) => {
    const obstacle = findObstacle()
    for (const line of section.querySelectorAll<HTMLElement>('[data-obstacle]')) line.hidden = line.dataset['obstacle'] !== obstacle
    choice.hidden = obstacle !== undefined
    box.checked = isOn
    tryIt.hidden = !isOn
  }
  const turnOn = async () => {
    if ((await Notification.requestPermission()) !== 'granted') return false
    const { pushManager, active } = await findWorker(account)
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => {
      throw new Error(text('page.push.no-service'))
    })
    await post('/settings/push/', { ...own, ...describeSubscription(subscription) })
    tellWorker(active, { endpoint: subscription.endpoint, key })
    return true
  }
  const turnOff = async () => {
    await post('/settings/push/off/', own)
    const registration = await navigator.serviceWorker.getRegistration('/')
    tellWorker(registration?.active, null)
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
    return false
  }
  /** Does one thing at a time, and says what came of it. */
  const run = async (act: () => Promise<boolean>, done: (isOn: boolean) => string) => {
    const before = !tryIt.hidden
    const focused = document.activeElement
    box.disabled = true
    tryIt.disabled = true
    answer.className = ''
    answer.textContent = text('page.script.moment')
    try {
      const isOn = await act()
      show(isOn)
      answer.textContent = done(isOn)
    } catch (error) {
      show(before)
      answer.className = 'problem'
      answer.textContent = sentenceOf(error)
    } finally {
      box.disabled = false
      tryIt.disabled = false
      // What is disabled loses the focus.
      if (focused instanceof HTMLElement) focused.focus()
    }
  }
  box.addEventListener(
    'change',
    () => void run(box.checked ? turnOn : turnOff, (isOn) => text(isOn ? 'page.push.is-on' : 'page.push.is-off')),
  )
  tryIt.addEventListener(
    'click',
    () =>
      void run(
        () => post('/settings/push/test/', own).then(() => true),
        () => text('page.push.tried'),
      ),
  )
  if (findObstacle() === undefined) void keepOfflineShell(account)
  show(section.dataset['on'] !== undefined && (await isSubscribed()))
}

/** Returns why this browser cannot be notified. */
function findObstacle(): Obstacle | undefined {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : undefined
}

async function isSubscribed(): Promise<boolean> {
  if (findObstacle() !== undefined || Notification.permission !== 'granted') return false
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) != null
}

/** Returns the worker of the page once it runs. It shows the notifications. */
async function findWorker(account: string): Promise<ServiceWorkerRegistration> {
  await keepOfflineShell(account)
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), workerMs))
  const registration = await Promise.race([navigator.serviceWorker.ready, late])
  if (!registration) throw new Error(text('page.push.no-service'))
  return registration
}

/** Tells the worker of the page which subscription the server knows. */
function tellWorker(worker: ServiceWorker | null | undefined, push: KnownPush | null): void {
  const request: WorkerRequest = { push }
  worker?.postMessage(request)
}

function describeSubscription(subscription: PushSubscription) {
  const { keys = {} } = subscription.toJSON()
  return { endpoint: subscription.endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}
