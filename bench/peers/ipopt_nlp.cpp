// The thesis' step-1 nonlinear program (Appendix E with continuous P-states) given to Ipopt.
//
//   g++ -O3 -DHAVE_CSTDDEF ipopt_nlp.cpp -I/usr/include/coin -lipopt -o ipopt_nlp && ./ipopt_nlp problem.txt SECONDS
//
// problem.txt is written by ipopt-data.ts. Variables per block of like nodes: mean busy cores n_i and frequency f_i by task;
// the block's core power Q (kW); throughput x_i; the set-point T. Exact sparse first derivatives, limited-memory Hessian.
// Prints one line per iteration: seconds, reward per second, scaled infeasibility; then one line "end ...".
#include <IpIpoptApplication.hpp>
#include <IpIpoptCalculatedQuantities.hpp>
#include <IpIpoptData.hpp>
#include <IpTNLP.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

using namespace Ipopt;
using std::vector;

struct Task {
  int task;
  double intensity, u, x, timeA, timeB, powerA, powerB, low, high;
};
struct NodeType {
  int cores;
  vector<Task> tasks;
};
struct Block {
  int type, zone;
  double nodes;
};

struct Data {
  int tasks = 0, zones = 0;
  vector<double> reward, arrivals, idleW;
  vector<NodeType> types;
  vector<Block> blocks;
  vector<vector<double>> rise;
  double redLine = 0, low = 0, high = 0, cap = 0, other = 0, ups = 1, copA = 0, copB = 0, copC = 0;

  explicit Data(const char* file) {
    std::ifstream in(file);
    int types_, blocks_;
    in >> tasks >> zones >> types_ >> blocks_ >> redLine >> low >> high >> cap >> other >> ups >> copA >> copB >> copC;
    reward.resize(tasks);
    arrivals.resize(tasks);
    for (auto& v : reward) in >> v;
    for (auto& v : arrivals) in >> v;
    for (int t = 0; t < types_; t++) {
      NodeType type;
      int count;
      in >> type.cores >> count;
      for (int k = 0; k < count; k++) {
        Task a;
        in >> a.task >> a.intensity >> a.u >> a.x >> a.timeA >> a.timeB >> a.powerA >> a.powerB >> a.low >> a.high;
        type.tasks.push_back(a);
      }
      types.push_back(type);
    }
    for (int b = 0; b < blocks_; b++) {
      Block block;
      in >> block.type >> block.zone >> block.nodes;
      blocks.push_back(block);
    }
    idleW.resize(zones);
    for (auto& v : idleW) in >> v;
    rise.assign(zones, vector<double>(zones));
    for (auto& row : rise)
      for (auto& v : row) in >> v;
    if (!in) {
      std::fprintf(stderr, "cannot read %s\n", file);
      std::exit(1);
    }
  }
};

// A smooth max(0, z), in seconds.
static double positive(double z, double& slope) {
  const double eps = 1e-3;
  const double root = std::sqrt(z * z + eps * eps);
  slope = 0.5 * (1 + z / root);
  return 0.5 * (z + root);
}

class Room : public TNLP {
 public:
  Room(const Data& data, double seconds) : d(data), limit(seconds), start(Clock::now()) {
    int next = 0;
    for (const auto& block : d.blocks) {
      first.push_back(next);
      next += 2 * (int)d.types[block.type].tasks.size() + 1;
    }
    firstX = next;
    columnT = next + d.tasks;
    n = columnT + 1;
    m = (int)d.blocks.size() * 2 + d.tasks + d.zones + 1;
    buildStructure();
  }

  bool get_nlp_info(Index& n_, Index& m_, Index& jac, Index& hessian, IndexStyleEnum& style) override {
    n_ = n;
    m_ = m;
    jac = (Index)rowOf.size();
    hessian = 0;
    style = C_STYLE;
    return true;
  }

  bool get_bounds_info(Index, Number* xl, Number* xu, Index, Number* gl, Number* gu) override {
    for (size_t b = 0; b < d.blocks.size(); b++) {
      const auto& type = d.types[d.blocks[b].type];
      int at = first[b];
      for (const auto& task : type.tasks) {
        xl[at] = 0;
        xu[at++] = type.cores;
        xl[at] = task.low;
        xu[at++] = task.high;
      }
      xl[at] = 0;
      xu[at] = 1e6;
    }
    for (int i = 0; i < d.tasks; i++) {
      xl[firstX + i] = 0;
      xu[firstX + i] = d.arrivals[i];
    }
    xl[columnT] = d.low;
    xu[columnT] = d.high;
    int r = 0;
    for (size_t b = 0; b < d.blocks.size(); b++) {
      gl[r] = -1e19;
      gu[r++] = d.types[d.blocks[b].type].cores;
      gl[r] = gu[r] = 0;
      r++;
    }
    for (int i = 0; i < d.tasks; i++) {
      gl[r] = -1e19;
      gu[r++] = 0;
    }
    for (int k = 0; k < d.zones; k++) {
      double idle = 0;
      for (int b = 0; b < d.zones; b++) idle += d.rise[k][b] * d.idleW[b];
      gl[r] = -1e19;
      gu[r++] = d.redLine - idle;
    }
    gl[r] = -1e19;
    gu[r] = (d.cap - d.other) / 1000;
    return true;
  }

  bool get_starting_point(Index, bool, Number* x, bool, Number*, Number*, Index, bool, Number*) override {
    for (size_t b = 0; b < d.blocks.size(); b++) {
      const auto& type = d.types[d.blocks[b].type];
      int at = first[b];
      for (const auto& task : type.tasks) {
        x[at++] = 0.5 * type.cores / type.tasks.size();
        x[at++] = 0.5 * (task.low + task.high);
      }
      x[at] = 0;
    }
    for (int i = 0; i < d.tasks; i++) x[firstX + i] = 0.1 * d.arrivals[i];
    x[columnT] = 0.5 * (d.low + d.high);
    return true;
  }

  bool eval_f(Index, const Number* x, bool, Number& value) override {
    value = 0;
    for (int i = 0; i < d.tasks; i++) value -= d.reward[i] * x[firstX + i];
    return true;
  }

  bool eval_grad_f(Index, const Number*, bool, Number* gradient) override {
    for (int c = 0; c < n; c++) gradient[c] = 0;
    for (int i = 0; i < d.tasks; i++) gradient[firstX + i] = -d.reward[i];
    return true;
  }

  bool eval_g(Index, const Number* x, bool, Index, Number* g) override {
    rows(x, g, nullptr);
    return true;
  }

  bool eval_jac_g(Index, const Number* x, bool, Index, Index, Index* iRow, Index* jCol, Number* values) override {
    if (values == nullptr) {
      for (size_t e = 0; e < rowOf.size(); e++) {
        iRow[e] = rowOf[e];
        jCol[e] = columnOf[e];
      }
    } else
      rows(x, nullptr, values);
    return true;
  }

  bool intermediate_callback(AlgorithmMode, Index, Number value, Number infeasible, Number dual, Number, Number, Number,
                             Number, Number, Index, const IpoptData*, IpoptCalculatedQuantities*) override {
    const double now = seconds();
    std::printf("%.3f %.9g %.3g %.3g\n", now, -value, infeasible, dual);
    std::fflush(stdout);
    return now < limit;
  }

  void finalize_solution(SolverReturn status, Index, const Number*, const Number*, const Number*, Index, const Number*,
                         const Number*, Number value, const IpoptData*, IpoptCalculatedQuantities*) override {
    std::printf("end %.3f %.9g %d\n", seconds(), -value, (int)status);
  }

 private:
  using Clock = std::chrono::steady_clock;
  const Data& d;
  double limit;
  Clock::time_point start;
  int n, m, firstX, columnT;
  vector<int> first, rowOf, columnOf;

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start).count(); }

  void entry(int row, int column) {
    rowOf.push_back(row);
    columnOf.push_back(column);
  }

  // In the order in which rows() writes the values.
  void buildStructure() {
    const int blocks = (int)d.blocks.size();
    for (int b = 0; b < blocks; b++) {
      const int count = (int)d.types[d.blocks[b].type].tasks.size();
      for (int k = 0; k < count; k++) entry(2 * b, first[b] + 2 * k);
      for (int k = 0; k < count; k++) {
        entry(2 * b + 1, first[b] + 2 * k);
        entry(2 * b + 1, first[b] + 2 * k + 1);
      }
      entry(2 * b + 1, first[b] + 2 * count);
      for (int k = 0; k < count; k++) {
        const int row = 2 * blocks + d.types[d.blocks[b].type].tasks[k].task;
        for (int l = 0; l < count; l++) entry(row, first[b] + 2 * l);
        entry(row, first[b] + 2 * k + 1);
      }
    }
    for (int i = 0; i < d.tasks; i++) entry(2 * blocks + i, firstX + i);
    for (int k = 0; k < d.zones; k++) {
      const int row = 2 * blocks + d.tasks + k;
      for (int b = 0; b < blocks; b++) entry(row, powerColumn(b));
      entry(row, columnT);
    }
    for (int b = 0; b < blocks; b++) entry(m - 1, powerColumn(b));
    entry(m - 1, columnT);
  }

  int powerColumn(int b) const { return first[b] + 2 * (int)d.types[d.blocks[b].type].tasks.size(); }

  void rows(const double* x, double* g, double* jacobian) const {
    const int blocks = (int)d.blocks.size();
    size_t e = 0;
    if (g)
      for (int r = 0; r < m; r++) g[r] = 0;
    for (int b = 0; b < blocks; b++) {
      const auto& type = d.types[d.blocks[b].type];
      const int count = (int)type.tasks.size();
      const double nodes = d.blocks[b].nodes;
      const double* v = x + first[b];
      double busy = 0, intensity = 0;
      for (int k = 0; k < count; k++) {
        busy += v[2 * k];
        intensity += v[2 * k] * type.tasks[k].intensity;
      }
      const double safe = busy + 1e-6;
      const double mean = intensity / safe;
      double neighbourSlope;
      const double neighbours = positive(busy - 1, neighbourSlope);
      if (g) g[2 * b] = busy;
      if (jacobian)
        for (int k = 0; k < count; k++) jacobian[e++] = 1;
      if (g) g[2 * b + 1] = v[2 * count];
      for (int k = 0; k < count; k++) {
        const auto& task = type.tasks[k];
        const double f = v[2 * k + 1];
        const double watts = task.powerA + task.powerB * f * f * f;
        if (g) g[2 * b + 1] -= nodes * v[2 * k] * watts / 1000;
        if (jacobian) {
          jacobian[e++] = -nodes * watts / 1000;
          jacobian[e++] = -nodes * v[2 * k] * 3 * task.powerB * f * f / 1000;
        }
      }
      if (jacobian) jacobian[e++] = 1;
      for (int k = 0; k < count; k++) {
        const auto& task = type.tasks[k];
        const double f = v[2 * k + 1];
        double slope;
        const double delay = positive(task.u * neighbours + task.x * (mean - task.intensity), slope);
        const double time = task.timeA + task.timeB / f + delay;
        const double rate = nodes * v[2 * k] / time;
        if (g) g[2 * blocks + task.task] -= rate;
        if (jacobian) {
          for (int l = 0; l < count; l++) {
            const double meanSlope = (type.tasks[l].intensity - mean) / safe;
            const double timeSlope = slope * (task.u * neighbourSlope + task.x * meanSlope);
            jacobian[e++] = -(l == k ? nodes / time : 0) + rate / time * timeSlope;
          }
          jacobian[e++] = rate / time * (-task.timeB / (f * f));
        }
      }
    }
    for (int i = 0; i < d.tasks; i++) {
      if (g) g[2 * blocks + i] += x[firstX + i];
      if (jacobian) jacobian[e++] = 1;
    }
    double nodeKW = 0;
    for (int b = 0; b < d.zones; b++) nodeKW += d.idleW[b] / 1000;
    for (int b = 0; b < blocks; b++) nodeKW += x[powerColumn(b)];
    for (int k = 0; k < d.zones; k++) {
      double sum = x[columnT];
      for (int b = 0; b < blocks; b++) {
        const double perKW = 1000 * d.rise[k][d.blocks[b].zone];
        sum += perKW * x[powerColumn(b)];
        if (jacobian) jacobian[e++] = perKW;
      }
      if (jacobian) jacobian[e++] = 1;
      if (g) g[2 * blocks + d.tasks + k] = sum;
    }
    const double T = x[columnT];
    const double cop = (d.copA * T + d.copB) * T + d.copC;
    if (g) g[m - 1] = nodeKW * (1 / d.ups + 1 / cop);
    if (jacobian) {
      for (int b = 0; b < blocks; b++) jacobian[e++] = 1 / d.ups + 1 / cop;
      jacobian[e++] = -nodeKW * (2 * d.copA * T + d.copB) / (cop * cop);
    }
  }
};

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const Data data(argv[1]);
  SmartPtr<IpoptApplication> app = IpoptApplicationFactory();
  app->Options()->SetStringValue("hessian_approximation", "limited-memory");
  app->Options()->SetIntegerValue("print_level", 0);
  app->Options()->SetStringValue("sb", "yes");
  app->Options()->SetIntegerValue("max_iter", 100000);
  app->Options()->SetNumericValue("tol", 1e-6);
  if (app->Initialize() != Solve_Succeeded) return 1;
  SmartPtr<TNLP> room = new Room(data, std::atof(argv[2]));
  app->OptimizeTNLP(room);
  return 0;
}
