import MediaTime

/// One of the `card_configurations` of a ``TruexDocument``.
struct TruexDocumentCard: Decodable {
    /// Seconds; −1 for none.
    var countdown: LooseValue?
    var buttonDelay: LooseValue?
    var attention: LooseValue?
    var voiceOver: LooseValue?
    var background: LooseValue?
    var interactButton: LooseValue?
    var watchButton: LooseValue?
    var skipImage: LooseValue?
    var product: LooseValue?
    var timerText: LooseValue?

    private enum CodingKeys: String, CodingKey {
        case countdown = "aa"
        case buttonDelay = "bd"
        case attention = "sec"
        case voiceOver = "vo"
        case background = "bg"
        case interactButton = "ib"
        case watchButton = "wb"
        case skipImage = "sk"
        case product
        case timerText = "ct"
    }

    func apply(to configuration: inout TruexAdConfiguration) {
        if let seconds = countdown?.number {
            configuration.cardTime = seconds < 0 ? nil : Duration(clamping: seconds, to: .length)
        }
        if let seconds = buttonDelay?.number, seconds > 0 {
            configuration.buttonDelay = Duration(clamping: seconds, to: .length)
        }
        if let seconds = attention?.number, seconds >= 0 {
            configuration.attentionTime = Duration(clamping: seconds, to: .length)
        }
        configuration.voiceOver = voiceOver?.texts ?? []
        configuration.images.background = background?.text
        configuration.images.interactButton = interactButton?.text
        configuration.images.watchButton = watchButton?.text
        if let product = product?.text.flatMap(TruexAdConfiguration.Product.init) {
            configuration.product = product
        }
        if let text = timerText?.text, text.contains(TruexConstants.countdownMark) {
            configuration.texts.timer = text
        }
    }
}
