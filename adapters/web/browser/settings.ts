// The settings of notifications and of semantic search. For the latter, the server knows the options. This script asks it and shows the
// response.
import { find, findAll, need } from './lib/dom.ts'
import { getAnswer, post, sentenceOf } from './lib/post.ts'
import { text } from './lib/texts.ts'
import './push.ts'

/** In ms. The interval between two requests for the progress. Longer if a response takes long, because there is much to count. */
const pauseMs = 1_500
const pausePerWait = 20

type ModelChange = { readonly isMade: true } | { readonly isMade: false; readonly question: string }

const form = find('#embedding-choice', HTMLFormElement)
if (form) enable(form)
if (isAtWork()) void followProgress()

function enable(form: HTMLFormElement): void {
  const answer = need('#embedding-answer', HTMLOutputElement, form)
  const dialog = need('#embedding-confirm', HTMLDialogElement, form)
  const question = need('#embedding-question', HTMLElement, dialog)
  const buttons = findAll<HTMLButtonElement>('button', form)

  /** Sends one request at a time. Shows errors next to the buttons. */
  const ask = async <Answer>(path: string, more: object = {}): Promise<Answer | undefined> => {
    for (const button of buttons) button.disabled = true
    answer.className = ''
    answer.textContent = text('page.script.moment')
    try {
      return await post<Answer>(path, { ...Object.fromEntries(new FormData(form)), ...more })
    } catch (error) {
      answer.className = 'problem'
      answer.textContent = sentenceOf(error)
      return undefined
    } finally {
      for (const button of buttons) button.disabled = false
    }
  }

  const save = async (isConfirmed: boolean) => {
    const change = await ask<ModelChange>('/settings/embeddings/', { isConfirmed })
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
    const what = target instanceof HTMLButtonElement ? target.dataset['do'] : undefined
    if (what === 'test') {
      const tried = await ask<{ says: string }>('/settings/embeddings/test/')
      if (tried) answer.textContent = tried.says
    }
    if (what === 'cancel' || what === 'confirm') dialog.close()
    if (what === 'confirm') await save(true)
  })
  // The shown result does not apply to the changed input.
  form.addEventListener('input', () => {
    answer.textContent = ''
  })
  for (const button of buttons) button.disabled = false
}

function isAtWork(): boolean {
  return document.querySelector('#embedding-progress')?.matches('[data-at-work]') ?? false
}

async function followProgress(): Promise<void> {
  let took = 0
  while (isAtWork()) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, took * pausePerWait)))
    const began = performance.now()
    const { answer, problem } = await getAnswer<{ readonly html?: string }>('/settings/embeddings/')
    // The session has ended, so there is nothing left to follow.
    if (problem !== undefined) return
    const html = answer?.html
    took = performance.now() - began
    const progress = document.querySelector('#embedding-progress')
    // Replaced only if it has changed, so that a button in it keeps its focus.
    if (html && progress && progress.outerHTML !== html) progress.outerHTML = html
  }
}
