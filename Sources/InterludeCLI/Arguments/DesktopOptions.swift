import ArgumentParser

/// How `interlude play` appears on the desktop.
struct DesktopOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Let media keys, playerctl and the desktop control the player (MPRIS). "
                + "(default: with a sound server and a session bus)"))
    var mpris: Bool?
}
