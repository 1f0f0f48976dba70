/* help.c - what there is, by example */
#include <stdio.h>

#include "cli.h"

static const char common[] =
    "Common options\n"
    "  --set NAME=VALUE     give a parameter, a coordinate, a velocity (\"theta'=0\"), a quasi-velocity, t, or a\n"
    "                       function (\"f(x)=sin(x)\"); any constant expression; may be repeated. The mode of a\n"
    "                       contact: --set tip.mode=sliding, or rolling, or open\n"
    "  --digits N           digits of numbers, 1 to 10000 (default 17)\n"
    "  --format F           text (default), latex or json; --json is short for --format json\n"
    "  --budget SECONDS     about how long one question may occupy exact algebra\n"
    "  --quiet              no warnings\n"
    "  --threads N          for many motions at once (map); the other commands need only one\n"
    "  --help, --version\n"
    "\n"
    "FILE is a model in the language of docs/language.md; - is standard input. Results go to standard output, messages\n"
    "to standard error. Exit status: 0 done; 1 a claim is false; 2 the input is wrong; 3 the machine failed;\n"
    "4 the computation could not be finished. LIAISON_MEMORY is the memory it may use, in MB (default 4096).\n";

const char check_help[] =
    "usage: liaison check FILE [--json]\n"
    "\n"
    "Reads a model and says what it is: coordinates, constraints and degrees of freedom, how the velocities enter each\n"
    "constraint, what of it is a relation of position, the power of its reaction, where the constraints are compatible,\n"
    "whether energy is conserved, which parameters have no value, where quasi-velocities are singular; of a system given by its\n"
    "Hamiltonian whether the velocities determine the momenta, of one given by its 2-form whether that is closed.\n"
    "\n"
    "  liaison check hoop.lia\n"
    "  liaison check hoop.lia --json\n"
    "\n";

const char derive_help[] =
    "usage: liaison derive FILE [--form F] [--values] [--format text|latex|json]\n"
    "\n"
    "Writes the equations of motion. What is printed can be read back.\n"
    "\n"
    "  liaison derive hoop.lia                      the default form\n"
    "  liaison derive hoop.lia --form lagrange      with multipliers; roman numerals are accepted: --form II\n"
    "  liaison derive hoop.lia --form all           every form that applies\n"
    "  liaison derive hoop.lia --format latex       a document that compiles; --dots writes dots instead of primes\n"
    "  liaison derive hoop.lia --form X --dependent u,v,w    which velocities the constraints are solved for\n"
    "  liaison derive hoop.lia --form omega --chart hamilton    the 2-form Omega: lagrange, hamilton, quasi, speeds\n"
    "  liaison derive hoop.lia --form omega-s --eliminate u,v,w     reduced by the constraints; whose forms w go\n"
    "  liaison derive hoop.lia --form omega-s --eliminate-rates u,v,w    ... and whose dv; --reduce NAME,... these constraints only\n"
    "  liaison derive hoop.lia --set a=1            with a number for a\n"
    "  liaison derive hoop.lia --values             with the numbers of all parameters that have one\n"
    "\n"
    "Forms: lagrange (I), quasi (II), appell (III), appell-quasi (IV), tzenoff (V), appell-nh (VI), tzenoff-T (VII),\n"
    "tzenoff-quasi (VIII), appell-quasi-nh (IX), tzenoff-quasi-T (X), tzenoff-9, woronetz, canonical, multipliers, kane, gauss, matrix,\n"
    "hamilton, omega, omega-r, omega-s; capitals or not. Without --form: the shortest that says all.\n"
    "\n";

const char reactions_help[] =
    "usage: liaison reactions FILE [--values] [--format text|latex|json]\n"
    "\n"
    "The multipliers as functions of the state, on the constraints; the coupling i(e)da and the drive i(E)da of the\n"
    "constraints, their determinant, and where it vanishes. What is printed can be read back: as claims, for instance.\n"
    "Where the reactions are determined only in part, the combinations that are; where one enters its own law, its equation.\n"
    "\n"
    "  liaison reactions hoop.lia\n"
    "  liaison reactions table.lia --values         with the numbers of all parameters that have one\n"
    "  liaison reactions friction.lia --set mu1=0   ... of this one\n"
    "  liaison reactions hoop.lia --format latex    a document that compiles; --dots writes dots instead of primes\n"
    "\n";

const char eval_help[] =
    "usage: liaison eval FILE [--set NAME=VALUE ...] [--functions] [--dependent V,W] [--digits N] [--json]\n"
    "\n"
    "Accelerations, multipliers and energies at one state. What is not given follows from the constraints; what then is\n"
    "still free is 0, and said to be. Numbers without a decimal point are exact, and decisions at such states too.\n"
    "\n"
    "  liaison eval hoop.lia --set a=1 --set A=1/2 --set C=1 --set g=9.81 --set theta=1.2 --set p=0.2 --set q=1 --set r=4\n"
    "  liaison eval pendulum.lia --set theta=pi/3 --set \"theta'=0\" --digits 50\n"
    "  liaison eval wheel.lia --set \"f(x)=x^2/2\" --json\n"
    "  liaison eval hoop.lia --functions            also K, P0, momenta, complementary terms, H, and the fields E and e\n"
    "  liaison eval hoop.lia --functions --dependent xi,eta,zeta    with these velocities as the dependent ones\n"
    "  liaison eval hoop.lia --set r=4 --functions --omega    the functions of the theory, the matrices of Omega and Omega_s\n"
    "  liaison eval hoop.lia --set r=4 --omega --chart lagrange --eliminate xi,eta,zeta    and which forms go\n"
    "\n";

const char prove_help[] =
    "usage: liaison prove FILE... [--identities] [--against FILE] [--dependent V,W] [--json]\n"
    "\n"
    "Decides the claims of the models on all their motions, exactly. A false claim gets a state at which it fails. Exit\n"
    "status 1: a claim is false; 4: none is, but one could not be decided.\n"
    "\n"
    "  liaison prove hoop.lia\n"
    "  liaison prove hoop.lia --identities      also the identities of the theory, for this system\n"
    "  liaison prove hoop.lia --chart hamilton  claims on the forms omega, omega-r, omega-s are meant in this chart\n"
    "  liaison prove examples/*.lia --json\n"
    "  liaison prove a.lia --against b.lia      have the two models the same motions? Names are matched\n"
    "  liaison prove hoop.lia --dependent u,v,w     with these velocities as the dependent ones: p_theta, C_theta ... follow\n"
    "\n";

const char run_help[] =
    "usage: liaison run FILE [--until T] [--until \"E = F\"] [--tol R] [--method M] [--out F] [--json]\n"
    "\n"
    "The motion from a start, to t = 10 or where --until says. Says how many steps it took, how well energy, integrals and\n"
    "constraints were kept, and why it ended; goes on with numbers only while they mean something.\n"
    "\n"
    "  liaison run hoop.lia --set r=4 --until 100 --out hoop.csv           10001 rows; also .json, .h5; - is standard output\n"
    "  liaison run hoop.lia --set r=4 --every 0.5 --out -                  rows every half unit of time; --points N: N rows\n"
    "  liaison run pendulum.lia --until \"theta = 0\"                      to the first instant at which this holds; repeatable\n"
    "  liaison run pendulum.lia --until \"8*pi*sqrt(l/g)\"                a time may contain parameters\n"
    "  liaison run double.lia --until 50 --event q1 --event \"q2 = q1\"     every instant at which these vanish, with direction\n"
    "  liaison run double.lia --until 1000 --section q1 --out section.csv  rows at the crossings only: a Poincare section\n"
    "  liaison run hoop.lia --until 1e6 --checkpoint hoop.state            can go on after being killed: --resume hoop.state\n"
    "  liaison run pendulum.lia --curve \"theta = 1 + cos(s)/9\" --curve \"theta' = sin(s)/9\"    a closed curve of starts, s from 0 to\n"
    "                                                                      2 pi: its circulation on the way; --members N of them\n"
    "  liaison run hoop.lia --set r=4 --until 10 --certify 15              every digit of 15 proved\n"
    "\n"
    "Methods (--method): taylor, series of high order, the default; rk, Runge-Kutta of order 8, the default where --tol is looser\n"
    "than 1e-6 or the forces have no series; adams; bdf, for stiff systems, the default where the start is very stiff. --tol is the\n"
    "error of a step relative to the size of a variable, or to 1 (default 1e-12). --native on compiles the equations with the C\n"
    "compiler of this machine (off, auto).\n"
    "\n";

const char map_help[] =
    "usage: liaison map FILE --over NAME=LO:HI:N [--over ...] [--what run] [--until T] [--out F] [--threads N] [--json]\n"
    "       liaison map FILE --starts F.csv ...\n"
    "\n"
    "Many motions of one model: N values from LO to HI of a parameter, of a coordinate or velocity at the start, or of t; with several\n"
    "--over all combinations, the last one changing first. Or a row of a CSV file for each, whose first line has the names. Every motion\n"
    "is one row: what was varied, where and how it ended, how many steps it took, how well energy and constraints were kept.\n"
    "\n"
    "  liaison map hoop.lia --over r=3:5:256 --until 100 --out hoop.csv    also .json, .h5; without --out a table\n"
    "  liaison map pendulum.lia --over theta=0:pi/2:91 --over \"theta'=-1:1:21\" --until \"theta = 0\"    to an event, or to T\n"
    "  liaison map double.lia --starts starts.csv --until 50 --event q1 --json    a header like  q1,q2',m  then a row each\n"
    "  liaison map hoop.lia --over r=3:5:1000000 --out hoop.h5 --checkpoint hoop.state    can go on after being killed:\n"
    "                                                                      the same with --resume hoop.state\n"
    "\n"
    "--until, --event, --tol, --method and --native are those of run; machine code, which changes last digits at most, needs the same\n"
    "parameters in all motions. The numbers of a motion do not depend on the others, nor on --threads (as many as there are processors).\n"
    "A motion that has no start, or ends before its time, is a row that says so.\n"
    "\n";

const char emit_help[] =
    "usage: liaison emit FILE --lang c|python|sympy|json|latex [-o F]\n"
    "\n"
    "Writes the law of a system as source text: y' = f(t, y) and the Jacobian, multipliers, velocities, accelerations,\n"
    "energies, the integrals that the model claims, residuals of the constraints; the file says what the numbers are. All\n"
    "numbers of the model survive to the last bit. Parameters stay inputs, with the values of the model and of --set as\n"
    "defaults; those without a value need none here.\n"
    "\n"
    "  liaison emit hoop.lia --lang c -o hoop.c         one file, <math.h> alone; C11 or C++17; fits GSL and CVODE\n"
    "  liaison emit hoop.lia --lang c --taylor 20       with the series of the motion up to order 20, and a step by them\n"
    "  liaison emit hoop.lia --lang c --lanes           with eight states at once (GCC, Clang)\n"
    "  liaison emit hoop.lia --lang python -o hoop.py   NumPy; one state or many; fits scipy.integrate.solve_ivp\n"
    "  liaison emit hoop.lia --lang sympy --form X      symbols, matrices, equations for SymPy\n"
    "  liaison emit hoop.lia --lang json                everything that a writer of other languages needs\n"
    "  liaison emit hoop.lia --lang latex --form all    the document of derive; --dots writes dots instead of primes\n"
    "\n"
    "  -o F                 the file, which appears whole or not at all; without it, or with -, the standard output\n"
    "  --name NAME          what the functions of C are called, instead of the system's name\n"
    "  --no-jacobian        without it (it grows with the square of the number of variables)\n"
    "\n";

const char forms_help[] =
    "usage: liaison forms FILE [--format text|latex|json]\n"
    "\n"
    "Runs the statements form, field and show of a file: exterior forms and fields on the state manifold of its system,\n"
    "or on the chart that it declares. Without a show, every form and field is shown.\n"
    "\n"
    "  chart x, y, z, t                      a chart, in a file without coordinates\n"
    "  form W = x*d(y) /\\ d(z)               d(E), /\\, i(X) W, i(X /\\ Y) W, lie(X) W, eps(X) W\n"
    "  field X = y*D(x) - x*D(y)             bracket(X, Y), derivative(F, X, n)\n"
    "  show d(W), closed(W), rank(W)         characteristic(W), and of a system dual(W), poisson(F, G)\n"
    "  show i(E) Omega                       E, motion, e(NAME); Omega, Omega_c, Omega_d, Omega_r, Omega_s, da(NAME), w(p)\n"
    "\n";

void print_help(const command *c)
{
    if (c != NULL) {
        printf("%s", c->help);
        if (c->accepts[0] != '\0')
            printf("Options of %s:%s\n\n", c->name, c->accepts);
        printf("%s", common);
        return;
    }
    printf("usage: liaison COMMAND FILE [options]\n\nMechanics with constraints: a model in, equations and numbers out.\n\nCommands\n");
    for (c = commands; c->name != NULL; c++)
        printf("  %-9s  %s\n", c->name, c->summary);
    printf("\n'liaison COMMAND --help' shows how a command is used.\n\n%s", common);
}
