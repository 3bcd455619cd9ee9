import { find, need } from '../lib/dom.ts'
import { getJson, post, sentenceOf } from '../lib/post.ts'
import { text } from '../lib/texts.ts'

/** In ms. How often, and for how long, to check for a summary that is being rewritten. */
const checkMs = 1_000
const giveUpMs = 180_000

const sentences = {
  waiting: text('page.script.still-rewriting'),
  failed: text('page.script.not-rewritten'),
  done: text('page.script.rewritten'),
}

type RewriteProgress = keyof typeof sentences

interface SummaryAnswer {
  readonly html: string
  readonly updatedAt: string | null
  readonly progress?: RewriteProgress
}

/** Keeps the summary of the day that is shown up to date, and rewrites it on request. */
export function enableSummary(day: string) {
  const shown = () => find('#summary', HTMLElement)

  /** Shows the current summary. `since` is when a new one was requested. */
  const refresh = async (since?: string): Promise<RewriteProgress> => {
    const query = since ? `?since=${encodeURIComponent(since)}` : ''
    const answer = await getJson<SummaryAnswer>(`/continuous/day/${day}/summary/${query}`)
    if (!answer) return 'waiting'
    const { html, updatedAt, progress } = answer
    const isNew = updatedAt !== (shown()?.dataset['updated'] ?? null)
    if (isNew || progress !== 'waiting') replaceWith(html)
    return progress ?? 'done'
  }

  /** Keeps a collapsed summary collapsed. */
  const replaceWith = (html: string) => {
    const before = shown()?.querySelector('details')
    shown()?.replaceWith(document.createRange().createContextualFragment(html))
    const after = shown()?.querySelector('details')
    if (before && after) after.open = before.open
  }

  const say = (sentence: string) => {
    const state = document.querySelector('#summary-state')
    if (state) state.textContent = sentence
  }

  const regenerate = async () => {
    need('#regenerate', HTMLButtonElement).disabled = true
    shown()?.classList.add('working')
    say(text('page.script.rewriting'))
    let progress: RewriteProgress = 'waiting'
    try {
      const { since } = await post<{ since: string }>('/continuous/regenerate-summary/', { day })
      for (const end = Date.now() + giveUpMs; progress === 'waiting' && Date.now() < end; ) {
        await new Promise((resolve) => setTimeout(resolve, checkMs))
        progress = await refresh(since)
      }
      say(sentences[progress])
    } catch (error) {
      say(sentenceOf(error))
    }
    shown()?.classList.remove('working')
    const after = find('#regenerate', HTMLButtonElement)
    if (after) after.disabled = false
    // The replaced button may have had the focus. Moves it to the new one.
    if (document.activeElement === document.body) after?.focus({ preventScroll: true })
  }

  document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.id === 'regenerate') void regenerate()
  })

  return {
    /** `days` are the days whose summary was rewritten. */
    refreshIfOf(days: readonly string[]) {
      if (days.includes(day) && !shown()?.classList.contains('working')) void refresh()
    },
  }
}
