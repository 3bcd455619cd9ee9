import type { LanguageCues } from './cues.ts'

export const spanish: LanguageCues = {
  functionWords: `hola buenas gracias a al algo antes aqui aun ayer bien como con cual cuales cuando cuanto cuantos cuanta cuantas de del desde dia dias dijo
    dije donde el ella ellos en entre era es esa ese eso esta estaba estas este esto estos fue ha haber habia han has hasta hay he hemos hoy la las
    le les lo los mas me mes mi mis muy no nos nosotros nuestra nuestro nuestros o para pasada pasado pero por porque pues que quien se sea semana
    ser si sin sobre su sus tambien te tengo ti tiene todo todos tu tus un una unos unas y ya yo hablamos hablado paso busca encuentra
    muestra muestrame resume recuerdame dime sabes
    lunes martes miercoles jueves viernes sabado domingo`,
  fillers: /\b(gracias|finalmente|realmente|principales?|importantes?|tomamos|tomado|tomadas|hicimos|haz|hazme)\b/,
  leads: 'y|pero|entonces|oye|por favor|tambien|puedes',
  questions: [
    /^(que|cuando|donde|quien|quienes|cual|cuales|cuantos?|cuantas?|por que|como|de que) (?!lastima|bien|pena|bueno|du )/,
    /^(busca|encuentra|muestrame|muestra|resume|resumeme|hazme un resumen|haz un resumen)\b/,
    /\b(recuerdame|dime|sabes|te acuerdas de) (que|cuando|donde|quien|cual|cuanto|por que|como|lo que|si)\b/,
  ],
  sectionAlone:
    /^((las|los|nuestras|nuestros|mis|todas|todos|el) )*(decisiones|objetivos|proximos pasos|asuntos pendientes|pendientes|resumen)( (de|del|sobre|para|en|desde|esta|este|la semana|ayer|hoy)\b[^:]{0,80})?$/,
  focus: {
    decisions: /\b(decidi|decision|acordam|acordad|elegi)/,
    open: /\b(pendientes?\b|por hacer|falta por|queda por|proximos? pasos?|prometi)/,
    goals: /\b(objetivos?|metas?)\b/,
    summary: /\b(resum|que paso|hablamos|hablado|discutimos|comentamos)/,
  },
  greeting: /^(hola|buenas|buenos dias|buenas (tardes|noches)|que tal|como estas)$/,
  abilities: /\b(que (puedes|sabes) hacer|quien eres|que eres|como funcionas?)\b/,
  thanks: /^(gracias|muchas gracias)\b/,
  remember: /^(?:recuerda|acuerdate(?: de)?|no olvides|anota|ten en cuenta)(?: que |: ?)(?!cuando\b|como\b|donde\b|quien\b)/,
  undecided: /\b(no|aun no|todavia no) (hemos|he|se ha) decidido/,
  decision:
    /\b(hemos|he|se ha) (decidido|acordado|elegido)\b|\b(decidimos|acordamos|elegimos)\b|\b(nos quedamos|me quedo|vamos) con\b|\bdecision:/,
  openLoop:
    /\b(tengo|tenemos) que\b|\bhay que\b|\b(falta|pendiente|pendientes)\b|\b(espero|esperando|esperamos) (a|la|el|una|respuesta)\b|\b(todavia|aun) no\b|\brecuerdame\b/,
  nextStep: /\b(voy|vamos) a\b|\bproximos? pasos?\b|\b(manana|esta noche|la semana que viene|la proxima semana)\b/,
  goal: /\b(quiero|queremos|quisiera|me gustaria|nos gustaria)\b|\b(mi|nuestro|el) objetivo\b/,
  completion: /\b(hecho|listo|terminado|pagado|enviado|reservado|comprado|pague|envie|reserve|compre|llame|ya esta)\b/,
  openings: 'pues|bueno|vale|si|entonces',
}
