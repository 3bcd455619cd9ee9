// Stands in for a page while the server cannot be reached. Shows what waits to be sent, takes more, and opens the page once the server answers.
import { keepOfflineDraft, readOfflineDraft } from './box/draft.ts'
import { openQueue } from './box/open-queue.ts'
import { createBackoff } from './lib/backoff.ts'
import { need } from './lib/dom.ts'
import { findStorage, openKept } from './lib/kept.ts'
import { openKeptFiles } from './lib/kept-files.ts'
import { findAccount, newId } from './lib/post.ts'

const form = need('#box', HTMLFormElement)
const box = need('#text', HTMLTextAreaElement)
const list = need('#waiting', HTMLElement)

const kept = openKept(findStorage(), findAccount())
const toEnd = () => list.lastElementChild?.scrollIntoView({ block: 'nearest' })
const queue = openQueue({ list, toEnd, isAway: true }, kept, openKeptFiles(findAccount()))

box.value = readOfflineDraft(kept)
box.addEventListener('input', () => keepOfflineDraft(kept, box.value))
box.addEventListener('keydown', (event) => {
  // While an input method composes a word, Enter selects a character.
  if (event.isComposing || event.key !== 'Enter' || event.shiftKey) return
  event.preventDefault()
  form.requestSubmit()
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const text = box.value.trim()
  if (text === '') return
  box.value = ''
  keepOfflineDraft(kept, '')
  queue.add({ id: newId(), text })
})

const backoff = createBackoff(Math.random)
let retry = 0

/** Opens the page if the server answers, and otherwise asks again later. */
async function tryAgain(): Promise<void> {
  clearTimeout(retry)
  // Says nothing of anybody, and costs the server little.
  const response = await fetch('/manifest.webmanifest', { cache: 'no-store' }).catch(() => undefined)
  if (response?.ok) return location.reload()
  clearTimeout(retry)
  retry = window.setTimeout(() => void tryAgain(), backoff.next())
}

need('#again', HTMLButtonElement).addEventListener('click', () => void tryAgain())
window.addEventListener('online', () => void tryAgain())
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void tryAgain())
retry = window.setTimeout(() => void tryAgain(), backoff.next())
