import Advertising
import ArgumentParser
import Interlude
import MediaTime
import PlainText

/// Which ads `interlude play` plays in the breaks of a stream, and what ad servers learn of the
/// listener.
struct AdServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Play only ads of ad servers that are so long, as in 5s-60s.", valueName: "T-T"),
        transform: LengthsArgument.init(parsing:))
    var adLength: LengthsArgument?

    @Option(
        help: ArgumentHelp("Play no more than so many ads in a break.", valueName: "number"),
        transform: CountArgument.init(parsing:))
    var adsPerBreak: CountArgument?

    @Option(
        help: ArgumentHelp(
            "Play no more than so many spots within an hour: leave out the breaks that exceed it.",
            valueName: "number"),
        transform: CountArgument.init(parsing:))
    var adsPerHour: CountArgument?

    @Option(
        help: ArgumentHelp(
            "Hear so much between the spots of two breaks: leave out a break that comes sooner.",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var adInterval: TimeArgument?

    @Option(
        help: ArgumentHelp("Leave out the breaks of the first T.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var adFreeStart: TimeArgument?

    @Option(
        name: .customLong("block-category"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Play no ad of this category, and none that names no category. Repeatable.",
            valueName: "category"),
        transform: CategoryArgument.init(parsing:))
    var blockedCategories: [CategoryArgument] = []

    @Flag(
        help: ArgumentHelp(
            "Play no two ads of one category in a break: a stand-alone ad of another category takes "
                + "the place of the second one, or it is left out."))
    var separateCategories = false

    @Option(
        help: "Play ads that listeners may skip, or refuse them, because nobody here can skip.")
    var skippableAds = AdRules.SkippableAds.heard

    @Option(
        help: ArgumentHelp(
            "Ask for the ads of a break so long before it. (default: 30s in virtual time, else a "
                + "random time from 10s to 30s, so that listeners do not all ask at once)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var decideAhead: TimeArgument?

    @Flag(
        help: ArgumentHelp(
            "Ask and tell ad servers nothing before a consent is given: here, or with 'interlude ctl "
                + "consent'."))
    var awaitConsent = false

    /// Puts what the options say into `markers`.
    func apply(to markers: inout StreamMarkers) {
        if let adLength { markers.adRules.lengths = adLength.range }
        markers.adRules.mostPerBreak = adsPerBreak?.number
        markers.adRules.mostPerHour = adsPerHour?.number
        markers.adRules.interval = adInterval?.duration ?? .zero
        markers.adRules.freeStart = adFreeStart?.duration ?? .zero
        markers.adRules.blockedCategories = blockedCategories.map(\.name)
        markers.adRules.separatesCategories = separateCategories
        markers.adRules.skippableAds = skippableAds
        markers.decisionLead = decideAhead?.duration
        markers.privacy.timing = awaitConsent ? .afterConsent : .atOnce
    }
}

/// What a listener allows ad servers to do, for `interlude play` and `interlude ctl consent`.
struct PrivacyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Send this consent string of the Transparency and Consent Framework to ad servers.",
            valueName: "string"))
    var tcfConsent: String?

    @Option(
        help: ArgumentHelp(
            "Send this US Privacy string, as 1YNN, to ad servers.", valueName: "string"))
    var usPrivacy: String?

    @Option(
        help: ArgumentHelp(
            "Send this string of the Global Privacy Platform to ad servers.", valueName: "string"))
    var gpp: String?

    @Option(
        help: ArgumentHelp(
            "The sections of --gpp that apply, as in 2,6.", valueName: "number[,number...]"),
        transform: SectionsArgument.init(parsing:))
    var gppSections: SectionsArgument?

    @Option(help: "Tell ad servers whether the listener allows tracking.")
    var adTracking: AdPrivacy.Tracking?

    func read() throws(CommandError) -> AdPrivacy {
        var read = AdPrivacy()
        read.tcfConsent = try Self.checked(tcfConsent, "--tcf-consent")
        read.usPrivacy = try Self.checked(usPrivacy, "--us-privacy")
        read.gpp = try Self.checked(gpp, "--gpp")
        read.gppSections = gppSections?.numbers ?? []
        read.tracking = adTracking
        guard read.gppSections.isEmpty || gpp != nil else {
            throw CommandError(.usage, "--gpp-sections is about --gpp")
        }
        return read
    }

    /// These strings are of printable ASCII, without spaces.
    private static func checked(_ text: String?, _ option: String) throws(CommandError) -> String? {
        guard let text else { return nil }
        guard !text.isEmpty, text.utf8.count <= AdPrivacy.stringLimit,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw CommandError(
                .usage,
                "\(option) takes letters, digits and signs, \(AdPrivacy.stringLimit) at most")
        }
        return text
    }
}

extension AdRules.SkippableAds: ExpressibleByArgument {}

extension AdPrivacy.Tracking: ExpressibleByArgument {}

/// How long ads may be (`--ad-length`).
struct LengthsArgument: Hashable, Sendable {
    let range: ClosedRange<Duration>

    init(parsing text: String) throws(UnusableArgument) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else {
            throw UnusableArgument("write the least and the greatest length, as in 5s-60s")
        }
        let least = try TimeArgument(parsing: String(ends[0])).duration
        let greatest = try TimeArgument(parsing: String(ends[1])).duration
        guard least <= greatest else {
            throw UnusableArgument("write the shorter length first, as in 5s-60s")
        }
        range = least...greatest
    }
}

/// A number of ads.
struct CountArgument: Hashable, Sendable {
    let number: Int

    init(parsing text: String) throws(UnusableArgument) {
        guard let number = Int(text), (0...1000).contains(number) else {
            throw UnusableArgument("write a number from 0 to 1000")
        }
        self.number = number
    }
}

/// A category of ads (`--block-category`).
struct CategoryArgument: Hashable, Sendable {
    let name: String

    init(parsing text: String) throws(UnusableArgument) {
        name = text.trimmed
        // It would block nothing but the ads that name no category.
        guard !name.isEmpty else { throw UnusableArgument("write a category, as in IAB7") }
    }
}

/// The sections of a GPP string (`--gpp-sections`).
struct SectionsArgument: Hashable, Sendable {
    let numbers: [Int]

    init(parsing text: String) throws(UnusableArgument) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }.filter { (-1...1000).contains($0) }
        guard numbers.count == parts.count, numbers.count <= 64 else {
            throw UnusableArgument("write the numbers of sections, as in 2,6")
        }
        self.numbers = numbers
    }
}
