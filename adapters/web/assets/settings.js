// The settings of semantic search. The server knows the options. This script asks it and shows the response.
import { post } from './post.js'
import { text } from './texts.js'

/** In ms. The interval between two requests for the progress. Longer if a response takes long, because there is much to count. */
const pause = 1_500
const pausePerWait = 20

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('#embedding-choice'))
if (form) enable(form)
if (atWork()) void followProgress()

/** @param {HTMLFormElement} form */
function enable(form) {
  const answer = /** @type {HTMLOutputElement} */ (form.querySelector('#embedding-answer'))
  const dialog = /** @type {HTMLDialogElement} */ (form.querySelector('#embedding-confirm'))
  const question = /** @type {HTMLElement} */ (dialog.querySelector('#embedding-question'))
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll('button'))

  /** Sends one request at a time. Shows errors next to the buttons. */
  const ask = async (/** @type {string} */ path, /** @type {object} */ more = {}) => {
    for (const button of buttons) button.disabled = true
    answer.className = ''
    answer.textContent = text('page.script.moment')
    try {
      return await post(path, { ...Object.fromEntries(new FormData(form)), ...more })
    } catch (error) {
      answer.className = 'problem'
      answer.textContent = error instanceof Error ? error.message : ''
      return undefined
    } finally {
      for (const button of buttons) button.disabled = false
    }
  }

  const save = async (/** @type {boolean} */ isConfirmed) => {
    const change = await ask('/settings/embeddings/', { isConfirmed })
    if (!change) return
    if (change.isMade) return location.reload()
    answer.textContent = ''
    question.textContent = change.question
    dialog.showModal()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void save(false)
  })
  form.addEventListener('click', async ({ target }) => {
    const what = target instanceof HTMLButtonElement ? target.dataset.do : undefined
    if (what === 'test') {
      const tried = await ask('/settings/embeddings/test/')
      if (tried) answer.textContent = tried.says
    }
    if (what === 'cancel' || what === 'confirm') dialog.close()
    if (what === 'confirm') await save(true)
  })
  // The shown result does not apply to the changed input.
  form.addEventListener('input', () => (answer.textContent = ''))
  for (const button of buttons) button.disabled = false
}

function atWork() {
  return document.querySelector('#embedding-progress')?.matches('[data-at-work]') ?? false
}

async function followProgress() {
  let took = 0
  while (atWork()) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(pause, took * pausePerWait)))
    const began = performance.now()
    const response = await fetch('/settings/embeddings/').catch(() => undefined)
    // The session has ended, so there is nothing left to follow.
    if (response && !response.ok) return
    const { html } = (await response?.json()) ?? {}
    took = performance.now() - began
    const progress = document.querySelector('#embedding-progress')
    // Replaced only if it has changed, so that a button in it keeps its focus.
    if (html && progress && progress.outerHTML !== html) progress.outerHTML = html
  }
}
