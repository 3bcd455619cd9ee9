import type { LanguageCues } from './cues.ts'
import { thingPattern } from './thing-pattern.ts'

export const portuguese: LanguageCues = {
  functionWords: `oi ola bom boa obrigado obrigada a agora ainda antes ao aos aquela aquele aqui as ate com como da das de dela dele depois desde dia dias disse do dos e ela
    ele eles em entre era essa esse esta estao estava este eu falamos falado foi ha havia hoje isso isto ja la lhe mais mas me mes meu
    meus minha minhas muito na nao nas nem no nos nossa nossas nosso nossos num numa o onde ontem os ou para passada passado pela pelo
    por porque pra quais qual quando quanto quantos quanta quantas que quem se sem ser seu seus sobre sua suas tambem te tem tenho ter teu tinha toda
    todas todo todos tu tua um uma umas uns vai voce voces aconteceu semana procure procura encontre mostre mostra resuma lembre diga sabe
    segunda terca quarta quinta sexta feira sabado domingo`,
  fillers: /\b(obrigad[oa]|finalmente|realmente|principais|importantes?|tomamos|tomadas?|fizemos|faca)\b/,
  lookUp: /^(procure|procura|pesquise|encontre|mostre|mostra|resuma|resume|faca um resumo|faz um resumo)\b/,
  sectionAlone:
    /^((as|os|nossas|nossos|minhas|meus|todas|todos|o) )*(decisoes|objetivos|proximos passos|assuntos pendentes|pendencias|resumo)( (de|do|da|dos|das|sobre|para|em|desde|nesta|neste|desta|deste|ontem|hoje|tomadas)\b[^:]{0,80})?$/,
  focus: {
    decisions: /\b(decidi|decis|combinam|combinad|escolhe)/,
    open: /\b(pendentes?\b|pendencias?|em aberto|por fazer|falta fazer|proximos? passos?|prometi)/,
    goals: /\b(objetivos?|metas?)\b/,
    summary: /\b(resum|o que aconteceu|falamos|falado|conversamos|discutimos)/,
  },
  greeting: /^(oi|ola|bom dia|boa (tarde|noite)|tudo bem|como vai( voce)?|e ai)$/,
  properties:
    /\b(preco|custa|custam|cor|nome|data|hora|numero|tamanho|endereco|tipo|quantia|lugar|marca|idade|altura|largura|comprimento|peso|codigo|chama)\b/,
  quantities: /\b(quanto|quanta|quantos|quantas|quando|que (horas|dia|preco)|qual (o preco|a data)|custa|custam|preco|numero)\b/,
  abilities: /\b(o que voce (pode|sabe|consegue) fazer|quem e voce|o que e voce|como voce funciona|como funciona)\b/,
  thanks: /^(obrigad[oa]|muito obrigad[oa]|valeu)\b/,
  remember:
    /^(?:lembre-se(?: de)?|lembre|lembra|guarde|nao esqueca|nao se esqueca(?: de)?|anote|anota)(?: de)?(?: que |: ?)(?!quando\b|como\b|onde\b|quem\b)/,
  undecided:
    /\b(ainda )?nao (decidimos|decidi|foi decidido|esta decidido)|\b(temos|tenho|precisamos|preciso|devemos|deviamos|deveriamos) (que |de )?(decidir|escolher)\b|\bnao (consigo|conseguimos) (me )?decidir\b|\b(estou|estamos) em duvida\b/,
  decision:
    /(?<!nao )\b(decidimos|decidi|combinamos|escolhemos|resolvemos|reservamos|fechamos|aceitamos|aceitei|ficou (decidido|combinado))\b|^(decidido|combinado|fechado)\b|\b(vamos|fico|ficamos) com\b|\bvamos (de|ficar com)\b|\bdecisao:/,
  openLoop:
    /(?<!\b(quando|se|que) )\b(tenho|temos) (que|de)\b|\bpreciso\b|\bprecisamos\b|\b(falta|pendente|pendentes|em aberto)\b|\b(esperando|aguardando)\b|\bainda nao\b|\bme lembre\b|\bnao esquecer\b|\b(me|nos) (ligam|liga|respondem|responde|avisam|avisa)\b/,
  nextStep:
    /\bproximos? passos?\b|\b(amanha|hoje a noite|na semana que vem|semana que vem|na proxima semana|no fim de semana)\b|\b(vou|vamos) (?!com\b)\w+r\b/,
  goal: /\b(quero|queremos|gostaria|gostariamos|espero|pretendo|pretendemos)\b|\b(meu|nosso|o) objetivo\b/,
  completion:
    /\b(feito|pronto|terminado|terminei|resolvido|resolvi|pago|paguei|enviado|enviei|reservei|liguei|assinei|comprei)\b|\b(ja )?\p{L}{2,}ei\b|\bja (fiz|fui|vi|pedi|escrevi|abri)\b/u,
  openings: 'então|entao|bom|pois|sim|bem|e|mas|ok|ah|oi|olha|obrigado|obrigada|(?:ótimo|perfeito)(?=[,.!])|bom dia|aliás|claro|tá|certo',

  conversation: {
    vague:
      /\b(sonh\w+|seguir em frente|vamos em frente|continue assim|nao desist\w+|forca|vamos ver|veremos|a gente ve|(meu|nosso) melhor|te (aviso|conto|mantenho)|ate (logo|breve|mais)|vou pensar|vai dar (tudo )?certo|boa sorte|espero que (voce|tudo|de|esteja)|algo mais|mais alguma coisa|se precisar|me avise|me avisa|aproveit\w+|mal posso esperar)\b/,
    hedges: /(?<!\p{L})(?:meio que|tipo assim|basicamente)\s+/gu,
    praise:
      /\b(otimo|otima|perfeito|perfeita|obrigad[oa]|parabens|maravilhos[oa]|lind[oa]|bonit[oa]|legal|orgulhos[oa]|adoro|adorei|feliz|que bom|desculpe?|sinto muito|excelente|de nada|util|fantastic[oa])\b/,
    agreement:
      /\b\p{L}+ (ja )?(aceitou|aceitaram|confirmou|confirmaram|concordou|concordaram|disse que sim|topou)\b|\b(esta|estao) de acordo\b/u,
    proposal:
      /\b(quer que|voce quer|gostaria que|gostaria de)\b|^(entao |talvez )?(posso|poderia|sugiro|proponho|podemos|poderiamos|pode|que tal|e se)\b|\b(posso|poderia)\b.*\?|\bpor que nao\b|\b(anoto|preparo|escrevo|reservo|lembro)\b.*\?|\bdevo\b.*\?/,
    offer: /\b(quer que|voce quer|gostaria que)\b|\b(posso|poderia)\b|\b(anoto|preparo|escrevo|reservo|lembro)\b/,
    acceptance:
      /^(sim|ok|ta bom|ta|claro|pode|pode ser|por favor|faca|combinado|perfeito|boa ideia|otimo|de acordo|com certeza|isso|isso mesmo|fechado|vamos)\b/,
    refusal: /^(nao|melhor nao|agora nao|ainda nao|deixa|deixe|nao precisa|depois|mais tarde|nao obrigad[oa])\b/,
    request:
      /\b(voce (pode|poderia|consegue|sabe|acha)|pode me|poderia me|consegue me)\b|\b(o que (voce )?(acha|recomenda|sugere)|sabe se|acha que|tem (alguma|algum|ideias|dicas))\b|\b(me (ajude|ajuda|diga|explique|mostre|de)|ajude-me)\b|\b(como|quando|onde|qual|quais|quanto|por que|o que) (devo|posso|faco|deveria|e|sao)\b/,
    instruction: /^(sempre|nunca|a partir de agora|daqui (para|pra) frente|no futuro|toda vez que|responda sempre)\b/,
    self: /\b(eu|nos|me|meu|minha|meus|minhas|nosso|nossa|nossos|nossas|a gente|\p{L}+amos|\p{L}+emos|tenho|quero|vou|estou|sou|preciso|posso)\b/u,
    listener: /\b(voce|te|seu|sua|seus|suas|tu|teu|tua|voces)\b/,
    day: /\b(hoje|ontem|amanha|anteontem|depois de amanha|segunda|terca|quarta|quinta|sexta|sabado|domingo|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|hoje a noite|fim de semana|(semana|mes|ano) (que vem|passad[oa])|(na proxima|no proximo|a proxima|o proximo) \p{L}+|(ha|faz) \p{L}+ (dias|semanas|meses|anos)|dia \d{1,2}|\d{1,2}:\d\d|\d{1,2}h)\b/u,
    numberWord:
      /\b(dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|quinze|vinte|trinta|quarenta|cinquenta|cem|cento|mil|duzia|metade|meio)\b/,
    clock: /\b(as (\d{1,2}|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze)|a uma|\d{1,2}:\d\d|\d{1,2}h(\d\d)?|ao meio-dia)\b/,
    continuation:
      /^(ele|ela|eles|elas|isso|isto|esse|essa|este|esta|aquele|aquela|os dois|as duas|ambos|ambas|no total|ao todo|tambem|alem disso|um|uma|o outro|a outra|seu|sua|la|depois|custa|sao|e|\d+)\b(?! \p{L}{4,} (e|esta|vence)\b)/u,
    pointing: /\b(esse|essa|esses|essas|aquele|aquela) \p{L}+/u,
    past: /\b(era|eram|foi|foram|estava|estavam|tinha|disse|fez|veio|quis|ontem|passad[oa]|ha (um|uma|dois|\d+)|desde|sempre|cada|toda|todo)\b/,
    change:
      /\b(agora|em vez|no lugar|novo|nova|mudou|mudei|mudamos|alterad[oa]|atualizacao|atualizado|nao .{0,20} mais|na verdade|correcao|subiu|aumentou|baixou|adiado|passou (a|para))\b/,
    verbForms:
      'fazer faco fiz feito, pagar pago paguei, ligar ligo liguei, comprar compro comprei, mandar mando mandei enviar envio enviei, pegar pego peguei, buscar busco busquei, escrever escrevo escrevi escrito, dizer digo disse, ver vejo vi visto, ler li lido, pedir peco pedi, marcar marco marquei, medir medi',
  },

  references: {
    things: thingPattern({
      determiners:
        '(?:[OoAa]s?)\\s+(?:meus?|minhas?|nossos?|nossas?)|os?|as?|uma?|uns|umas|meus?|minhas?|nossos?|nossas?|este|esta|esse|essa',
      adjectives: 'nov[oa]s?|velh[oa]s?|pequen[oa]s?|grande|bom|boa|primeir[oa]|segund[oa]|últim[oa]|outr[oa]',
      notNouns:
        'dias?|semanas?|mês|meses|anos?|vez|vezes|coisas?|tempo|momento|fim|manhã|tarde|noite|resto|pouco|mesmo|mesma|que|de|partir|gente|é|e|mais|menos',
      compound: '\\s+de\\s(?!(?:um|uma|este|esta)(?!\\p{L}))\\p{L}+',
    }),
    genders: {
      o: 'm',
      a: 'f',
      os: 'p',
      as: 'p',
      um: 'm',
      uma: 'f',
      uns: 'p',
      umas: 'p',
      meu: 'm',
      minha: 'f',
      meus: 'p',
      minhas: 'p',
      'o meu': 'm',
      'a minha': 'f',
      nosso: 'm',
      nossa: 'f',
      nossos: 'p',
      nossas: 'p',
      'o nosso': 'm',
      'a nossa': 'f',
      este: 'm',
      esta: 'f',
      esse: 'm',
      essa: 'f',
    },
    defaultGenders: 'mf',
    definite: { um: 'o', uma: 'a', uns: 'os', umas: 'as', este: 'o', esta: 'a', esse: 'o', essa: 'a' },
    contractions: [
      [/(?<!\p{L})a o(?!\p{L})/gu, 'ao'],
      [/(?<!\p{L})de o(?!\p{L})/gu, 'do'],
      [/(?<!\p{L})de a(?!\p{L})/gu, 'da'],
    ],
    personVerbs:
      /^(?:,?\s+que(?!\p{L})|\s+(?:disse|diz|quer|queria|propôs|perguntou|vem|veio|acha|escreveu|mandou|ligou|tem|vai|pode|aceitou|ofereceu|pediu|mora|sabe|procura|encontrou|prefere)(?!\p{L}))/u,
    personLead: /(?<!\p{L})(?:com|para|pra|da|do|de|por|chamar|ver|dona|senhor|senhora|doutor|doutora)\s+$/u,
    relatives: {
      m: /(?<!\p{L})(?:(?:[Oo]\s+)?(?:[Mm]eu|[Nn]osso)\s+(?:pai|irmão|marido|filho|namorado|avô|tio|sobrinho|amigo)|Papai)(?!\p{L})/gu,
      f: /(?<!\p{L})(?:(?:[Aa]\s+)?(?:[Mm]inha|[Nn]ossa)\s+(?:mãe|irmã|mulher|esposa|filha|namorada|avó|tia|sobrinha|amiga)|Mamãe)(?!\p{L})/gu,
    },
    pronouns: [
      { find: /(?<!\p{L})(\p{L}+)á-lo(?!\p{L})/giu, genders: 'm', thing: '$1ar {}', person: '$1ar {}' },
      { find: /(?<!\p{L})(\p{L}+)á-la(?!\p{L})/giu, genders: 'f', thing: '$1ar {}', person: '$1ar {}' },
      { find: /(?<!\p{L})(\p{L}+)ê-lo(?!\p{L})/giu, genders: 'm', thing: '$1er {}', person: '$1er {}' },
      { find: /(?<!\p{L})(\p{L}+)ê-la(?!\p{L})/giu, genders: 'f', thing: '$1er {}', person: '$1er {}' },
      { find: /(?<!\p{L})(\p{L}+)[ií]-lo(?!\p{L})/giu, genders: 'm', thing: '$1ir {}', person: '$1ir {}' },
      { find: /(?<!\p{L})(\p{L}+)[ií]-la(?!\p{L})/giu, genders: 'f', thing: '$1ir {}', person: '$1ir {}' },
      { find: /(?<=(?<!\p{L})(?:com|para|pra|a|de|por|\p{L}+[aei]r)\s)ele(?!\p{L})/giu, genders: 'm', person: '{}', thing: '{}' },
      { find: /(?<=(?<!\p{L})(?:com|para|pra|a|de|por|\p{L}+[aei]r)\s)ela(?!\p{L})/giu, genders: 'f', person: '{}', thing: '{}' },
      { find: /(?<!\p{L})[Ee]le(?=\s+\p{L})/gu, genders: 'm', person: '{}' },
      { find: /(?<!\p{L})[Ee]la(?=\s+\p{L})/gu, genders: 'f', person: '{}' },
    ],
  },
}
