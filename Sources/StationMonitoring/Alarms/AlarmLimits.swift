/// When the alarms of a station are raised. An alarm without a limit is off.
package struct AlarmLimits: Hashable, Sendable {
    /// How long the stream is silent.
    package var silence: Duration? = .seconds(20)

    /// Quieter audio is silent: the momentary loudness in LUFS (EBU Tech 3341).
    package var silenceLevel = -55.0

    /// How long the stream has no marker. Off by default, since not every stream has markers.
    package var noCue: Duration?

    /// How much later than its marker says a break begins.
    package var breakLate: Duration? = .seconds(3)

    /// How long a break lasts whose length no marker has given.
    package var breakWithoutEnd: Duration? = .seconds(600)

    /// How many beacons are given up within ten minutes.
    package var beaconLost: Int? = 1

    /// By how many LU the last 20 s differ from the three minutes before.
    package var loudnessJump: Double? = 12

    /// How long the stream does not play.
    package var down: Duration? = .seconds(15)

    /// How much more or less audio came in the last hour than time has passed.
    package var drift: Duration? = .seconds(2)

    package init() {}
}
