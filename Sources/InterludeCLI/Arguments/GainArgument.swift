import PCMAudio

/// A volume on the command line: a factor `0`…`1.5`, or decibels such as `-6dB`.
struct GainArgument: Hashable, Sendable {
    let gain: Gain

    init(parsing text: String) throws(UnusableArgument) {
        let isDecibels = text.lowercased().hasSuffix("db")
        let number = isDecibels ? text.dropLast(2) : text[...]
        let isPlain = number.allSatisfy { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        guard isPlain, let value = Double(number) else {
            throw UnusableArgument("write a volume from 0 to 1.5, or in decibels, as in -6dB")
        }
        let gain = isDecibels ? Gain.decibels(value) : Gain(linear: Float(value))
        do {
            self.gain = try gain.checkedVolume()
        } catch {
            throw UnusableArgument("a volume must be between 0 and 1.5 (+3.5dB)")
        }
    }
}
