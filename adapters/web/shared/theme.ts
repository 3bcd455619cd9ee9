/** The themes of the page. The first one follows the system. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Returns the CSS `color-scheme` of a theme, which the browser uses for scrollbars and form controls. */
export const colorSchemeOf = (theme: Theme): string => (theme === 'system' ? 'light dark' : theme)
