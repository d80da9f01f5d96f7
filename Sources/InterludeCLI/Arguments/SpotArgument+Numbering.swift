import Advertising
import Interlude

extension SpotArgument {
    /// The advertisements that pushes of spots name, each with an id of its own.
    ///
    /// Those that bring no id get 1, 2, 3 … in the order of the command line, past the ids that
    /// others bring.
    static func advertisements(
        in pushes: [ScheduledArgument<[SpotArgument]>]
    ) throws(CommandError) -> [ScheduledArgument<[Advertisement]>] {
        var read: [ScheduledArgument<[Advertisement]>] = []
        for push in pushes {
            read.append(ScheduledArgument(at: push.time, try advertisements(of: push.value)))
        }
        var numbers = SpotNumbers(taken: read.flatMap(\.value).map(\.id))
        return read.map { push in
            ScheduledArgument(at: push.time, push.value.map { numbers.number($0) })
        }
    }

    private static func advertisements(
        of spots: [SpotArgument]
    ) throws(CommandError) -> [Advertisement] {
        var read: [Advertisement] = []
        for spot in spots { read.append(try spot.advertisement()) }
        return read
    }
}
