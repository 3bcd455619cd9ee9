/** In ms. How long the page may go on moving after a wheel, a finger or a key. */
const momentumMs = 1_500

/** In pixels. A finger that moves less does not scroll. */
const smallestDrag = 10

const upwardKeys = new Set(['ArrowUp', 'PageUp', 'Home'])

/**
 * Calls `load` while the reader scrolls up, also on a page that cannot scroll because it is short. `load` tells whether it loaded
 * something, which it does once per movement. A page that moves by itself, such as to a link, does not count.
 */
export function watchScrollingUp(area: HTMLElement, load: () => Promise<boolean>): void {
  let movesUntil = 0
  let touchedAt = 0

  const check = async () => {
    if (performance.now() < movesUntil && (await load())) movesUntil = 0
  }
  const move = (isUp: boolean) => {
    movesUntil = isUp ? performance.now() + momentumMs : 0
    void check()
  }

  area.addEventListener(
    'wheel',
    ({ target, deltaY, ctrlKey }) => {
      if (deltaY !== 0 && !ctrlKey && !isField(target)) move(deltaY < 0)
    },
    { passive: true },
  )
  area.addEventListener(
    'touchstart',
    ({ touches }) => {
      touchedAt = touches[0]?.clientY ?? 0
    },
    { passive: true },
  )
  area.addEventListener(
    'touchmove',
    ({ target, touches }) => {
      const moved = (touches[0]?.clientY ?? 0) - touchedAt
      if (Math.abs(moved) >= smallestDrag && !isField(target)) move(moved > 0)
    },
    { passive: true },
  )
  document.addEventListener('keydown', ({ target, key, defaultPrevented }) => {
    if (upwardKeys.has(key) && !defaultPrevented && !isField(target)) move(true)
  })
  document.addEventListener('scroll', () => void check(), { passive: true })
}

const isField = (target: EventTarget | null) => target instanceof Element && target.closest('input, textarea, select, dialog') !== null
