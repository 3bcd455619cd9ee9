/** The themes of the page. The first one follows the system. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Returns what the browser is told to draw its own parts in. */
export const colorSchemeOf = (theme: Theme): string => (theme === 'system' ? 'light dark' : theme)
